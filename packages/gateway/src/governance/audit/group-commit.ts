import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";
import type { AppendedRow, AuditEntry, AuditStore, Durability } from "../../stores/audit-store.ts";
import { StoreError, storeDeadlineMs } from "../../stores/store-error.ts";
import { FileLogError } from "./file-log.ts";
import { Watch } from "./watch.ts";

const messages = {
  failed: "The store failed.",
  late: "The store did not answer in time.",
  full: "Too many entries wait for the store.",
  closed: "The audit log is closed.",
};

/** The reason why an entry is not in the log. Nothing that depends on the entry may continue. */
export class AuditUnavailable extends Error {
  override readonly name = "AuditUnavailable";
  readonly because: keyof typeof messages;

  constructor(because: keyof typeof messages, options?: ErrorOptions) {
    super((because === "failed" && messageOf(options?.cause)) || messages[because], options);
    this.because = because;
  }
}

/** Returns the cause's own message if the error is one of ours: it is the most specific. */
function messageOf(cause: unknown): string | undefined {
  const isOurs = cause instanceof StoreError || cause instanceof FileLogError;
  return isOurs ? cause.message : undefined;
}

/** The promises that the writer of an entry can await. Both reject with `AuditUnavailable`. */
export interface Ticket {
  /** The entry survives a killed process. */
  readonly committed: Promise<void>;
  /** The entry also survives a power failure. */
  readonly onDisk: () => Promise<void>;
  /**
   * Ends the entry in places that have it, if required others do not. Otherwise it would look like
   * an open call there. Default: undefined, with only one place.
   */
  readonly endWhereKept?: (end: AuditEntry) => void;
}

export interface GroupCommitDeps extends Pick<Runtime, "clock"> {
  readonly append: AuditStore["append"];
  /** Maximum wait, counted from the writing of the entry. Default: the store deadline. */
  readonly timeoutMs?: number | undefined;
  /** Receives the appended rows, if the store reports them. */
  readonly onAppended?: (rows: readonly AppendedRow[]) => void;
  readonly onFailed?: (error: AuditUnavailable) => void;
}

/** A pending append. Without an entry it waits for the disk only. */
interface PendingEntry {
  /** In the order of writing, which is the order of appending. */
  readonly number: number;
  readonly entry: AuditEntry | undefined;
  since: number;
  readonly done: PromiseWithResolvers<void>;
  needsDisk: boolean;
}

export const maxPending = 10_000;
export const maxGroup = 1_000;
/** Short enough to go unnoticed. */
const maxGatheringMs = 2;

/**
 * Batches entries, with one group in flight. Entries written meanwhile go with the next group. If
 * the store fails or hangs, all pending entries are refused at once. The next entry retries.
 */
export class GroupCommit implements AsyncDisposable {
  readonly #deps: GroupCommitDeps;
  readonly #timeoutMs: number;
  readonly #watch: Watch;
  #waiting: PendingEntry[] = [];
  /** The group in flight. */
  #sent: readonly PendingEntry[] = [];
  #written = 0;
  /** The last number on disk. All earlier ones are too. */
  #onDisk = 0;
  #isPlanned = false;
  #isClosed = false;

  constructor(deps: GroupCommitDeps) {
    this.#deps = deps;
    this.#timeoutMs = deps.timeoutMs ?? storeDeadlineMs;
    this.#watch = new Watch({
      clock: deps.clock,
      timeoutMs: this.#timeoutMs,
      oldest: () => (this.#sent[0] ?? this.#waiting[0])?.since,
      onLate: () => this.#fail(new AuditUnavailable("late")),
    });
  }

  /** Never waits and never throws. */
  write(entry: AuditEntry): Ticket {
    const added = this.#add(entry);
    return { committed: added.done.promise, onDisk: () => this.#untilOnDisk(added) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const last = this.#waiting.at(-1) ?? this.#sent.at(-1);
    this.#isClosed = true;
    await last?.done.promise.catch(() => undefined);
    this.#watch.stop();
  }

  #add(entry: AuditEntry | undefined): PendingEntry {
    this.#written += 1;
    const added: PendingEntry = {
      number: this.#written,
      entry,
      since: this.#deps.clock.monotonic(),
      done: Promise.withResolvers(),
      needsDisk: entry === undefined,
    };
    // An unobserved ticket must not crash the process.
    added.done.promise.catch(() => undefined);
    if (this.#isClosed) added.done.reject(new AuditUnavailable("closed"));
    else if (this.#waiting.length >= maxPending) added.done.reject(new AuditUnavailable("full"));
    else {
      this.#waiting.push(added);
      if (!this.#isPlanned && this.#sent.length === 0) void this.#plan();
    }
    return added;
  }

  async #plan(): Promise<void> {
    await this.#gather();
    // The wait for the store starts now: the process's own busy time does not count.
    const now = this.#deps.clock.monotonic();
    for (const one of this.#waiting) one.since = now;
    this.#send();
  }

  /**
   * Waits for the end of the turn. Simultaneous entries then go together, and a call can still
   * require the disk. Under load the next turns bring more, and ten entries cost about as much as
   * three. So it continues as long as each turn brings some. It never sleeps: waking up with cold
   * caches costs more than a commit.
   */
  async #gather(): Promise<void> {
    const { clock } = this.#deps;
    const until = clock.monotonic() + maxGatheringMs;
    this.#isPlanned = true;
    let seen: number;
    do {
      seen = this.#waiting.length;
      await yieldToLoop();
    } while (this.#waiting.length > seen && clock.monotonic() < until);
    this.#isPlanned = false;
  }

  #send(): void {
    if (this.#sent.length > 0 || this.#waiting.length === 0) return;
    const group = this.#waiting.splice(0, maxGroup);
    this.#sent = group;
    this.#watch.start();
    const durability = group.some(({ needsDisk }) => needsDisk) ? "on-disk" : "committed";
    const entries = group.flatMap(({ entry }) => entry ?? []);
    // A store may throw before it returns a promise.
    const appending = new Promise<readonly AppendedRow[]>((resolve) => {
      resolve(this.#deps.append(entries, durability));
    });
    // Timed-out entries were already refused, so their result no longer matters.
    const isCurrent = (): boolean => this.#sent === group;
    appending.then(
      (rows) => (isCurrent() ? this.#settle(durability, rows) : undefined),
      (cause: unknown) =>
        isCurrent() ? this.#fail(new AuditUnavailable("failed", { cause })) : undefined,
    );
  }

  #settle(durability: Durability, rows: readonly AppendedRow[]): void {
    const group = this.#sent;
    this.#sent = [];
    if (durability === "on-disk") this.#onDisk = group.at(-1)?.number ?? this.#onDisk;
    for (const { done } of group) done.resolve();
    this.#deps.onAppended?.(rows);
    void this.#goOn();
  }

  /** Sends the next group. Its entries have waited for the store since the previous one left. */
  async #goOn(): Promise<void> {
    if (this.#waiting.length > 0) await this.#gather();
    this.#send();
  }

  #fail(error: AuditUnavailable): void {
    const refused = [...this.#sent, ...this.#waiting];
    this.#sent = [];
    this.#waiting = [];
    for (const { done } of refused) done.reject(error);
    this.#deps.onFailed?.(error);
  }

  async #untilOnDisk(ticket: PendingEntry): Promise<void> {
    const { clock } = this.#deps;
    const end = clock.monotonic() + this.#timeoutMs;
    // Too late if its group is already in flight. Then a second flush is requested.
    ticket.needsDisk = true;
    await ticket.done.promise;
    if (ticket.number <= this.#onDisk) return;
    // The second wait gets only the remaining time.
    const again = withTimeout({ clock, ms: end - clock.monotonic() }, () => {
      return this.#add(undefined).done.promise;
    });
    await again.catch((error: unknown) => {
      throw error instanceof TimeoutError ? new AuditUnavailable("late", { cause: error }) : error;
    });
  }
}
