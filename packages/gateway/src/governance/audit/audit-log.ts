import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AppendedRow, AuditEntry, AuditStore } from "../../stores/audit-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import { AuditUnavailable, isLate } from "./audit-unavailable.ts";
import type { Ticket } from "./group.ts";
import { type AuditLoad, GroupCommit, type GroupCommitDeps } from "./group-commit.ts";
import type { Copy } from "./mirrored-stores.ts";

type AuditAppender = Pick<AuditStore, "append">;

/** A destination of audit entries. */
export type AuditPlace = "store" | "second";

export interface AuditLogDeps extends Pick<Runtime, "clock"> {
  /** A second log for the same entries. Default: none. */
  readonly second?: AuditAppender | undefined;
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
 * A place that failed counts as failing for this long. Then a call may try again: while none comes,
 * nothing else tells that it works.
 */
const failingMs = 10_000;

/**
 * The record for reviewers. An event that is not in it did not happen. Does not own the store and
 * the second log: their opener closes them, after this log.
 */
export class AuditLog implements AsyncDisposable {
  readonly #first: GroupCommit;
  readonly #second: GroupCommit | undefined;
  readonly #require: "all" | "any";
  readonly #clock: AuditLogDeps["clock"];
  /** When each place failed that has not worked since. */
  readonly #failedAt = new Map<AuditPlace, number>();

  constructor(store: AuditAppender, deps: AuditLogDeps) {
    const { second, require = "any", onAppended } = deps;
    const { append } = store;
    this.#first = new GroupCommit({ ...this.#watched("store", deps, onAppended), append });
    this.#second =
      second && new GroupCommit({ ...this.#watched("second", deps), append: second.append });
    this.#require = require;
    this.#clock = deps.clock;
  }

  /** Never waits and never throws. Await the ticket before the effect. */
  write(entry: AuditEntry): Ticket {
    return this.#write(entry, this.#require);
  }

  /**
   * Writes an entry that no caller waits for. One place is enough, regardless of `require`.
   * Otherwise a retry would duplicate it in the place that has it.
   */
  note(entry: AuditEntry): Promise<void> {
    return this.#write(entry, "any").committed;
  }

  /**
   * Copies entries that are already in the store. Waits for the second log only if all are
   * required.
   */
  readonly copy: Copy = async (entries) => {
    const writing = entries.flatMap((entry) => this.#second?.write(entry) ?? []);
    if (this.#require === "all") await inPlace(all(writing.map((ticket) => ticket.onDisk())));
  };

  /** Returns whether entries were refused a moment ago, and none was written since. */
  isFailing(): boolean {
    const now = this.#clock.monotonic();
    const failing = [...this.#failedAt.values()].filter((at) => now - at < failingMs).length;
    const places = this.#second === undefined ? 1 : 2;
    return this.#require === "all" ? failing > 0 : failing === places;
  }

  /** Reports each outage and each recovery of a place once, and remembers the outage. */
  #watched(
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
        if (error.because === "failed") this.#failedAt.set(place, clock.monotonic());
      },
      onAppended: (rows) => {
        if (isDown) onRecovered?.(place);
        isDown = false;
        this.#failedAt.delete(place);
        onAppended?.(rows);
      },
    };
  }

  /** Returns what each place has and lacks. */
  load(): ReadonlyMap<AuditPlace, AuditLoad> {
    const first = ["store", this.#first.load()] as const;
    return new Map(this.#second === undefined ? [first] : [first, ["second", this.#second.load()]]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#second?.[Symbol.asyncDispose]();
    await this.#first[Symbol.asyncDispose]();
  }

  #write(entry: AuditEntry, require: "all" | "any"): Ticket {
    if (this.#second === undefined) return this.#first.write(entry);
    return new TicketOfTwo([this.#first, this.#second], entry, require === "all" ? all : any);
  }
}

/** The ticket of an entry in two places. */
class TicketOfTwo implements Ticket {
  state: Ticket["state"] = "waiting";
  readonly committed: Promise<void>;
  readonly #tickets: readonly Ticket[];
  readonly #enough: typeof all;

  constructor(places: readonly GroupCommit[], entry: AuditEntry, enough: typeof all) {
    this.#enough = enough;
    this.#tickets = places.map((place) => place.write(entry));
    this.committed = enough(this.#tickets.map(({ committed }) => committed));
    this.committed.then(
      () => (this.state = "committed"),
      () => (this.state = "refused"),
    );
  }

  onDisk(): Promise<void> {
    return this.#enough(this.#tickets.map((ticket) => ticket.onDisk()));
  }

  written(): Promise<void> {
    return this.#enough(this.#tickets.map((ticket) => ticket.written()));
  }

  /** Only rows of the store have a number that others know. It may be the slower place. */
  async rowOf(entry: AuditEntry): Promise<AppendedRow | undefined> {
    const [first] = this.#tickets;
    return first?.committed.then(
      () => first.rowOf(entry),
      () => undefined,
    );
  }

  endWhereKept(end: AuditEntry): void {
    for (const ticket of this.#tickets) ticket.endWhereKept(end);
  }
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
    const isSlow = error instanceof AggregateError && error.errors.some(isLate);
    throw new AuditUnavailable(isSlow ? "late" : "failed", { cause: error });
  }
}
