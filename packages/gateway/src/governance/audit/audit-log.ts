import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AppendedRow, AuditEntry, AuditStore } from "../../stores/audit-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import type { FileLog } from "./file-log.ts";
import {
  AuditUnavailable,
  GroupCommit,
  type GroupCommitDeps,
  type Ticket,
} from "./group-commit.ts";
import { type Copy, noCopy } from "./mirrored-stores.ts";

/** The promises that the writer of an entry can await, over all places. */
export interface LogTicket extends Ticket {
  /**
   * Ends the entry in places that have it, if required others do not. Otherwise it would look like
   * an open call there. Default: undefined, with only one place.
   */
  readonly endWhereKept?: (end: AuditEntry) => void;
}

/** The record for reviewers. An event that is not in it did not happen. */
export interface AuditLog extends AsyncDisposable {
  /** Never waits and never throws. Await the ticket before the effect. */
  readonly write: (entry: AuditEntry) => LogTicket;
  /**
   * Writes an entry that no caller waits for. One place is enough, regardless of `require`.
   * Otherwise a retry would duplicate it in the place that has it.
   */
  readonly note: (entry: AuditEntry) => Promise<void>;
  /**
   * Copies entries that are already in the store. Waits for the second log only if all are
   * required.
   */
  readonly copy: Copy;
}

/** A destination of audit entries. */
export type AuditPlace = "store" | "second";

export interface AuditLogDeps extends Pick<Runtime, "clock"> {
  /** A second log for the same entries. Default: none. */
  readonly second?: FileLog | undefined;
  /** How many of the two places must have an entry. Default: `any`. */
  readonly require?: "all" | "any";
  /** Receives the rows appended to the store. */
  readonly onAppended?: (rows: readonly AppendedRow[]) => void;
  /** Called when a place becomes unwritable, not for every lost entry. */
  readonly onFailed?: (place: AuditPlace, error: AuditUnavailable) => void;
  /** Called when it is writable again. */
  readonly onRecovered?: (place: AuditPlace) => void;
}

/**
 * Opens the audit log. Does not own the store and the second log: their opener closes them, after
 * this log.
 */
export function openAuditLog(
  store: Pick<AuditStore, "append">,
  deps: AuditLogDeps,
): Promise<AuditLog> {
  const { second, require = "any", onAppended } = deps;
  return openAll(async (stack) => {
    const first = stack.use(
      new GroupCommit({ ...watched("store", deps, onAppended), append: store.append }),
    );
    if (second === undefined) {
      const note = (entry: AuditEntry): Promise<void> => first.write(entry).committed;
      return { write: (entry) => first.write(entry), note, copy: noCopy };
    }
    const append: AuditStore["append"] = async (entries, durability) => {
      await second.append(entries, durability);
      return [];
    };
    const other = stack.use(new GroupCommit({ ...watched("second", deps), append }));
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

/** Reports each outage and each recovery of a place once. */
function watched(
  place: AuditPlace,
  { clock, onFailed, onRecovered }: AuditLogDeps,
  onAppended?: AuditLogDeps["onAppended"],
): Omit<GroupCommitDeps, "append"> {
  let isDown = false;
  return {
    clock,
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
  const tickets = places.map((place) => place.write(entry));
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

/** Converts the error to a `StoreError`, which callers of a store expect. */
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
