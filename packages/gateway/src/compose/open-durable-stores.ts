import { isAbsolute, join } from "node:path";
import type { Clock } from "../foundation/kernel/clock.ts";
import { link, linkModule } from "../governance/audit/chain.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";
import type { Notices } from "../stores/notices.ts";
import { storeDeadlineMs } from "../stores/store-deadline.ts";
import { usable } from "./usable.ts";

export interface StoresPlace {
  readonly clock: Clock;
  /** Where relative paths start from. */
  readonly folder: string;
  /** How long the stores have for an answer. Less than the second that callers are promised, unless said. */
  readonly deadlineMs?: number;
}

/** Notices where the store passes them on between processes. */
export type OpenStores = DurableStores & { readonly notices?: Notices };

/** Opens what must not be forgotten, by its address. Refuses as `store-unusable` where it cannot be used. */
export function openDurableStores(url: string, place: StoresPlace): Promise<OpenStores> {
  const opening = openByAddress(url, place);
  return usable(opening, "The file or folder of the store cannot be used.", storePlace(url));
}

/** What may be said of an address: one that is no file may hold a password. */
export function storePlace(url: string): string {
  return url.startsWith("sqlite:") ? `${url} (stores.url)` : "the PostgreSQL that stores.url names";
}

async function openByAddress(url: string, place: StoresPlace): Promise<OpenStores> {
  const { clock, folder, deadlineMs = storeDeadlineMs } = place;
  if (url === "memory:") return openMemoryStores({ link });
  // A driver is loaded by whoever uses it: no command should wait for all of them.
  if (/^postgres(ql)?:/.test(url)) {
    const { openPostgresStores } = await import("../stores/postgres/open-postgres-stores.ts");
    return openPostgresStores(url, { link, clock, timeoutMs: deadlineMs });
  }
  const path = within(folder, url.slice("sqlite:".length));
  const { openSqliteStores } = await import("../stores/sqlite/open-sqlite-stores.ts");
  return openSqliteStores(path, { link, linkModule, clock, deadlineMs });
}

export function within(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}
