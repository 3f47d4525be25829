import type { Clock } from "../../foundation/kernel/clock.ts";
import { openAll } from "../../foundation/kernel/open-all.ts";
import type { AppendedRow, AuditEntry, AuditStore } from "../../stores/audit-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import { type Copy, noCopy } from "./also-copied.ts";
import { AuditUnavailable } from "./audit-unavailable.ts";
import type { FileLog } from "./file-log.ts";
import {
  createGroupCommit,
  type GroupCommit,
  type GroupCommitOptions,
  type Ticket,
} from "./group-commit.ts";

/** What whoever writes an entry to all places can wait for. */
export interface LogTicket extends Ticket {
  /**
   * Ends the entry in those places that have it, where others that must have it do not: whoever reads there
   * would take it for something that was begun. Absent where there is only one place.
   */
  readonly endWhereKept?: (end: AuditEntry) => void;
}

/** Where everything is written down that a reviewer may ask for. What is not in it did not happen. */
export interface AuditLog extends AsyncDisposable {
  /** Never waits and never throws; what the ticket says must be waited for before the effect. */
  readonly write: (entry: AuditEntry) => LogTicket;
  /**
   * For what nothing waits for: one place is enough, whatever else is required. Whoever tries again would
   * otherwise write it once more to the place that has it.
   */
  readonly note: (entry: AuditEntry) => Promise<void>;
  /** For what is in the store already. Waits for the second place only where all are required. */
  readonly copy: Copy;
}

/** One of the places that entries are written to. */
export type AuditPlace = "store" | "second";

export interface AuditLogOptions {
  readonly clock: Clock;
  /** A second place for the same entries. */
  readonly second?: FileLog;
  /** How many of the two places must have an entry. `any` where nothing is said. */
  readonly require?: "all" | "any";
  readonly mostMs?: number;
  readonly mostWaiting?: number;
  /** Told what became of entries in the store. */
  readonly onAppended?: (rows: readonly AppendedRow[]) => void;
  /** Told when a place can be written no more. Not for every entry that is lost by it. */
  readonly onFailed?: (place: AuditPlace, error: AuditUnavailable) => void;
  /** Told when it can be written again. */
  readonly onRecovered?: (place: AuditPlace) => void;
}

/** Does not own the store and the second place: whoever opened them closes them, after the log. */
export function openAuditLog(
  store: Pick<AuditStore, "append">,
  options: AuditLogOptions,
): Promise<AuditLog> {
  const { second, require = "any", onAppended } = options;
  return openAll(async (stack) => {
    const first = stack.use(
      createGroupCommit({ ...watched("store", options, onAppended), append: store.append }),
    );
    if (second === undefined) {
      const note = (entry: AuditEntry): Promise<void> => first.write(entry).committed;
      return { write: first.write, note, copy: noCopy };
    }
    const append: AuditStore["append"] = async (entries, durability) => {
      await second.append(entries, durability);
      return [];
    };
    const other = stack.use(createGroupCommit({ ...watched("second", options), append }));
    const places = [first, other];
    return {
      write: (entry) => ticketOf(places, entry, require),
      note: (entry) => ticketOf(places, entry, "any").committed,
      copy: async (entries) => {
        const writing = entries.map((entry) => other.write(entry));
        if (require === "all") await inPlace(all(writing.map(({ onDisk }) => onDisk())));
      },
    };
  });
}

/** Tells when a place goes down and when it comes back, once each. */
function watched(
  place: AuditPlace,
  { clock, mostMs, mostWaiting, onFailed, onRecovered }: AuditLogOptions,
  onAppended?: AuditLogOptions["onAppended"],
): Omit<GroupCommitOptions, "append"> {
  let isDown = false;
  return {
    clock,
    ...(mostMs === undefined ? {} : { mostMs }),
    ...(mostWaiting === undefined ? {} : { mostWaiting }),
    onFailed: (error) => {
      if (!isDown) onFailed?.(place, error);
      isDown = true;
    },
    onAppended: (rows) => {
      if (isDown) onRecovered?.(place);
      isDown = false;
      onAppended?.(rows);
    },
  };
}

function ticketOf(
  places: readonly GroupCommit[],
  entry: AuditEntry,
  require: "all" | "any",
): LogTicket {
  const tickets = places.map(({ write }) => write(entry));
  const enough = require === "all" ? all : any;
  const committed = enough(tickets.map((ticket) => ticket.committed));
  committed.catch(() => undefined);
  return {
    committed,
    onDisk: () => enough(tickets.map((ticket) => ticket.onDisk())),
    endWhereKept: (end) => {
      for (const [index, place] of places.entries()) {
        tickets[index]?.committed.then(
          () => void place.write(end),
          () => undefined,
        );
      }
    },
  };
}

/** Whoever changes a store hears of it in the words of stores. */
async function inPlace(done: Promise<void>): Promise<void> {
  try {
    await done;
  } catch (error) {
    throw new StoreError("failed", { cause: error });
  }
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
