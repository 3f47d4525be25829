import type { AppendedRow, AuditEntry } from "../../stores/audit-store.ts";
import type { AuditUnavailable } from "./audit-unavailable.ts";

/** The promises that the writer of an entry can await. All reject with `AuditUnavailable`. */
export interface Ticket {
  /** Whether `committed` is settled, and how. */
  readonly state: "waiting" | "committed" | "refused";
  /** The entry survives a killed process. */
  readonly committed: Promise<void>;
  /** The entry also survives a power failure. */
  readonly onDisk: () => Promise<void>;
  /** For outcomes: the entry is committed, however late. A slow store gets it all the same. */
  readonly written: () => Promise<void>;
  /** Returns the row of a committed entry in the store. Undefined if the store lacks it. */
  readonly rowOf: (entry: AuditEntry) => AppendedRow | undefined | Promise<AppendedRow | undefined>;
  /**
   * For an intent that was refused: ends the call in places that have the intent, or get it late.
   * Otherwise it would look like an open call there.
   */
  readonly endWhereKept: (end: AuditEntry) => void;
}

export interface GroupDeps {
  /** Waits until the entries of a group are on disk. */
  readonly untilOnDisk: (group: Group) => Promise<void>;
  readonly write: (entry: AuditEntry) => void;
}

/**
 * Entries that are appended together. All their writers share this ticket, so an entry costs no
 * promise of its own. Without entries it waits for the disk only.
 */
export class Group implements Ticket {
  /** In the order of writing, which is the order of appending. */
  readonly number: number;
  /** Start of the wait for the store, in monotonic ms. */
  since: number;
  entries: AuditEntry[] = [];
  needsDisk = false;
  /** Whether an earlier append of these entries may have succeeded. */
  isRepeated = false;
  state: Ticket["state"] = "waiting";
  readonly #deps: GroupDeps;
  readonly #committed = Promise.withResolvers<void>();
  #written: PromiseWithResolvers<void> | undefined;
  #rows: readonly AppendedRow[] = [];
  /** Whether the log has the entries, in time or late. Undefined while that may change. */
  #isKept: boolean | undefined;
  /** What follows the entries into the log if they arrive late. */
  #ends: AuditEntry[] = [];
  /** Calls whose outcome was appended together with their intent, in an append without answer. */
  readonly #endedHere = new Set<string | undefined>();

  constructor(number: number, since: number, deps: GroupDeps) {
    this.number = number;
    this.since = since;
    this.#deps = deps;
    // An unobserved ticket must not crash the process.
    this.#committed.promise.catch(ignore);
  }

  get committed(): Promise<void> {
    return this.#committed.promise;
  }

  onDisk(): Promise<void> {
    return this.#deps.untilOnDisk(this);
  }

  endWhereKept(end: AuditEntry): void {
    // A repeated group has no intents.
    if (this.isRepeated || this.#endedHere.has(end.callId)) return;
    if (this.#isKept === true) this.#deps.write(end);
    if (this.#isKept === undefined) this.#ends.push(end);
  }

  written(): Promise<void> {
    if (this.state === "committed") return this.committed;
    this.#written ??= Promise.withResolvers();
    this.#written.promise.catch(ignore);
    return this.#written.promise;
  }

  /** A repeated append may have left out entries, so a body is searched instead of a position. */
  rowOf({ body }: AuditEntry): AppendedRow | undefined {
    return this.#rows.find((row) => row.body === body);
  }

  /** Must be called when the entries are in the log. */
  keep(rows: readonly AppendedRow[]): void {
    this.#rows = rows;
    if (this.state === "waiting") this.state = "committed";
    this.#committed.resolve();
    this.#written?.resolve();
    this.#isKept = true;
    const ends = this.#ends.splice(0);
    if (!this.isRepeated) for (const end of ends) this.#deps.write(end);
  }

  /** Returns the calls whose intents are in this group. */
  begunCalls(): readonly string[] {
    return this.entries.flatMap(({ part, callId }) =>
      part === "intent" && callId !== undefined ? [callId] : [],
    );
  }

  /**
   * Tells all writers that their entries are not in the log in time. Returns whether outcomes
   * remain to be written: those of calls that may have run, because their intent was committed.
   */
  refuse(error: AuditUnavailable, uncommitted: ReadonlySet<string>): boolean {
    if (this.state === "waiting") this.state = "refused";
    this.#committed.reject(error);
    const outcomes = this.entries.filter(({ part }) => part === "outcome");
    this.entries = outcomes.filter(({ callId = "" }) => !uncommitted.has(callId));
    for (const { callId } of outcomes) this.#endedHere.add(callId);
    return this.entries.length > 0;
  }

  /** Must be called when no further attempt will be made. */
  giveUp(reason: AuditUnavailable): void {
    if (this.state === "waiting") this.state = "refused";
    this.#committed.reject(reason);
    this.#written ??= Promise.withResolvers();
    this.#written.promise.catch(ignore);
    this.#written.reject(reason);
    this.#isKept ??= false;
    this.#ends = [];
  }
}

function ignore(): void {
  // Observed elsewhere, or by nothing.
}
