import type { Clock } from "../kernel/clock.ts";
import { openAll } from "../kernel/open-all.ts";
import type { AuditEntry, AuditStore } from "../stores/audit-store.ts";
import { AuditUnavailable } from "./audit-unavailable.ts";
import type { FileLog } from "./file-log.ts";
import { createGroupCommit, type GroupCommit, type Ticket } from "./group-commit.ts";

/** Where everything is written down that a reviewer may ask for. What is not in it did not happen. */
export interface AuditLog extends AsyncDisposable {
  /** Never waits and never throws; what the ticket says must be waited for before the effect. */
  readonly write: (entry: AuditEntry) => Ticket;
}

export interface AuditLogOptions {
  readonly clock: Clock;
  /** A second place for the same entries. */
  readonly second?: FileLog;
  /** How many of the two places must have an entry. `any` where nothing is said. */
  readonly require?: "all" | "any";
  readonly mostMs?: number;
  readonly mostWaiting?: number;
  /** Told how many entries came into the store. */
  readonly onAppended?: (entries: number) => void;
  readonly onFailed?: (place: "store" | "second", error: AuditUnavailable) => void;
}

/** Does not own the store and the second place: whoever opened them closes them, after the log. */
export function openAuditLog(
  store: Pick<AuditStore, "append">,
  options: AuditLogOptions,
): Promise<AuditLog> {
  const { second, require = "any", onFailed, ...shared } = options;
  return openAll(async (stack) => {
    const first = stack.use(
      createGroupCommit({
        ...shared,
        append: store.append,
        onFailed: (error) => onFailed?.("store", error),
      }),
    );
    if (second === undefined) return { write: first.write };
    const other = stack.use(
      createGroupCommit({
        ...shared,
        append: async (entries, durability) => {
          await second.append(entries, durability);
          return [];
        },
        onAppended: () => undefined,
        onFailed: (error) => onFailed?.("second", error),
      }),
    );
    return { write: (entry) => ticketOf([first, other], entry, require) };
  });
}

function ticketOf(
  places: readonly GroupCommit[],
  entry: AuditEntry,
  require: "all" | "any",
): Ticket {
  const tickets = places.map(({ write }) => write(entry));
  const enough = require === "all" ? all : any;
  const committed = enough(tickets.map((ticket) => ticket.committed));
  committed.catch(() => undefined);
  return { committed, onDisk: () => enough(tickets.map((ticket) => ticket.onDisk())) };
}

async function all(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.all(promises);
}

async function any(promises: readonly Promise<void>[]): Promise<void> {
  try {
    await Promise.any(promises);
  } catch (error) {
    throw new AuditUnavailable("failed", { cause: error });
  }
}
