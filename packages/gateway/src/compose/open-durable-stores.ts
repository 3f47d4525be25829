import { isAbsolute, join } from "node:path";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { link, linkModule, linkSteps } from "../governance/audit/chain.ts";
import { callIdIn } from "../stores/audit-row.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";
import type { Notices } from "../stores/notices.ts";
import { storeDeadlineMs } from "../stores/store-error.ts";
import { orStoreUnusable } from "./store-unusable.ts";

export interface StoresDeps extends Pick<Runtime, "clock"> {
  /** Base of relative paths. */
  readonly folder: string;
  /** Deadline of the stores. Default: less than the one second promised to callers. */
  readonly deadlineMs?: number;
}

/** Adds notices and a clock, if the store distributes or has them for several processes. */
export type OpenStores = DurableStores & {
  readonly notices?: Notices;
  /** Returns the time of the database. Default: that of this machine. */
  readonly time?: () => Promise<number>;
};

/** Opens the durable stores by address. Refuses with `store-unusable` if they cannot be used. */
export function openDurableStores(url: string, place: StoresDeps): Promise<OpenStores> {
  const opening = openByAddress(url, place);
  return orStoreUnusable(
    opening,
    "The file or folder of the store cannot be used.",
    storePlace(url),
  );
}

/**
 * Returns a printable form of an address. Only file addresses are shown, since others may hold a
 * password.
 */
export function storePlace(url: string): string {
  return url.startsWith("sqlite:") ? `${url} (stores.url)` : "the PostgreSQL that stores.url names";
}

async function openByAddress(url: string, place: StoresDeps): Promise<OpenStores> {
  const { clock, folder, deadlineMs = storeDeadlineMs } = place;
  if (url === "memory:") return openMemoryStores({ link });
  // Loaded lazily: no command should wait for all drivers.
  if (/^postgres(ql)?:/.test(url)) {
    const { openPostgresStores } = await import("../stores/postgres/open-postgres-stores.ts");
    return openPostgresStores(url, { linkSteps, clock, timeoutMs: deadlineMs });
  }
  const path = within(folder, url.slice("sqlite:".length));
  const { openSqliteStores } = await import("../stores/sqlite/open-sqlite-stores.ts");
  return openSqliteStores(path, { link, linkModule, clock, deadlineMs });
}

export function within(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

/** Returns the audit log of a store, whose calls that go on as tasks do not count as unfinished. */
export function auditWithoutTasks({
  audit,
  tasks,
}: Pick<DurableStores, "audit" | "tasks">): AuditStore {
  return {
    ...audit,
    unfinished: async (before) => {
      const rows = await audit.unfinished(before);
      if (rows.length === 0) return rows;
      const live = new Set(await tasks.liveCalls());
      return rows.filter(({ body }) => !live.has(callIdIn(body)));
    },
  };
}
