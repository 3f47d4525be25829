import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { AppendedRow, AuditEntry, AuditStore, Durability } from "../../stores/audit-store.ts";
import { StoreError, storeDeadlineMs } from "../../stores/store-error.ts";
import { AuditUnavailable, unavailable } from "./audit-unavailable.ts";
import { Group, type GroupDeps, type Ticket } from "./group.ts";
import { Watch } from "./watch.ts";

export interface GroupCommitDeps extends Pick<Runtime, "clock"> {
  readonly append: AuditStore["append"];
  /** Maximum wait, counted from the writing of the entry. Default: the store deadline. */
  readonly timeoutMs?: number | undefined;
  /** Receives the appended rows, if the store reports them. */
  readonly onAppended?: (rows: readonly AppendedRow[]) => void;
  readonly onFailed?: (error: AuditUnavailable) => void;
}

/** What a place of the audit log has and lacks. */
export interface AuditLoad {
  /** Entries that are not committed yet. */
  readonly waiting: number;
  /** How long the oldest of them has waited. */
  readonly lagMs: number;
  readonly entries: number;
  readonly commits: number;
  /** The time of all commits together. */
  readonly commitMs: number;
}

export const maxPending = 10_000;
export const maxGroup = 1_000;
/** Short enough to go unnoticed. */
const maxGatheringMs = 2;
/** Pause before outcomes are tried again. */
export const repeatMs = 250;

/**
 * Batches entries, with one group in flight. Entries written meanwhile go with the next group. If
 * the store fails or hangs, all pending entries are refused at once. The next entry retries.
 * Outcomes of refused groups stay: what has run is recorded as soon as the store can be written.
 */
export class GroupCommit implements AsyncDisposable {
  readonly #deps: GroupCommitDeps;
  readonly #timeoutMs: number;
  readonly #watch: Watch;
  readonly #closing = new AbortController();
  #waiting: Group[] = [];
  /** The group in flight. */
  #sent: Group | undefined;
  /** Groups that were sent and not answered, the late ones among them. */
  readonly #unanswered = new Set<Group>();
  /** The number of groups. */
  #groups = 0;
  /** The last group on disk. All earlier ones are too. */
  #onDisk = 0;
  /** The number of waiting entries. */
  #pending = 0;
  #gathering: { readonly until: number; seen: number; readonly isFirst: boolean } | undefined;
  #isRepeating = false;
  #isClosed = false;
  readonly #written = { entries: 0, commits: 0, ms: 0 };

  constructor(deps: GroupCommitDeps) {
    this.#deps = deps;
    this.#timeoutMs = deps.timeoutMs ?? storeDeadlineMs;
    this.#watch = new Watch({
      clock: deps.clock,
      timeoutMs: this.#timeoutMs,
      oldest: () => this.#oldest(),
      onLate: () => this.#fail(new AuditUnavailable("late")),
    });
  }

  /** Never waits and never throws. */
  write(entry: AuditEntry): Ticket {
    const group = this.#open();
    if (group.state === "refused") return group;
    group.entries.push(entry);
    this.#pending += 1;
    this.#plan();
    return group;
  }

  /** Returns what is written and what waits, for metrics. */
  load(): AuditLoad {
    const sent = [...this.#unanswered].reduce((sum, { entries }) => sum + entries.length, 0);
    const { entries, commits, ms } = this.#written;
    const oldest = this.#oldest();
    const lagMs = oldest === undefined ? 0 : this.#deps.clock.monotonic() - oldest;
    return { waiting: this.#pending + sent, lagMs, entries, commits, commitMs: ms };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { clock } = this.#deps;
    this.#isClosed = true;
    const left = new Set([...this.#waiting, ...this.#unanswered]);
    // A store that still hangs leaves outcomes unwritten. They are found as unfinished calls.
    await withTimeout({ clock, ms: this.#timeoutMs }, () =>
      Promise.allSettled([...left].map((group) => group.written())),
    ).catch(() => undefined);
    this.#closing.abort();
    this.#watch.stop();
  }

  /** Returns the group that gathers entries, or a refused one. */
  #open(): Group {
    const last = this.#waiting.at(-1);
    const isOpen = last?.state === "waiting" && last.entries.length < maxGroup;
    if (isOpen && !this.#isClosed && this.#pending < maxPending) return last;
    this.#groups += 1;
    const now = this.#deps.clock.monotonic();
    const group = new Group(this.#groups, now, this.#ofGroups);
    if (this.#isClosed) group.giveUp(new AuditUnavailable("closed"));
    else if (this.#pending >= maxPending) group.giveUp(new AuditUnavailable("full"));
    else this.#waiting.push(group);
    return group;
  }

  #plan(): void {
    if (this.#gathering === undefined && this.#sent === undefined) this.#gather(true);
  }

  #gather(isFirst: boolean): void {
    const until = this.#deps.clock.monotonic() + maxGatheringMs;
    this.#gathering = { until, seen: this.#pending, isFirst };
    setImmediate(this.#turn);
  }

  /**
   * Waits for the end of the turn. Simultaneous entries then go together, and a call can still
   * require the disk. Under load the next turns bring more, and ten entries cost about as much as
   * three. So it continues as long as each turn brings some. It never sleeps: waking up with cold
   * caches costs more than a commit.
   */
  readonly #turn = (): void => {
    const gathering = this.#gathering;
    if (gathering === undefined) return;
    const now = this.#deps.clock.monotonic();
    if (this.#pending > gathering.seen && now < gathering.until) {
      gathering.seen = this.#pending;
      setImmediate(this.#turn);
      return;
    }
    this.#gathering = undefined;
    // The wait for the store starts now: the process's own busy time does not count.
    if (gathering.isFirst) for (const group of this.#waiting) group.since = now;
    this.#send();
  };

  #send(): void {
    const group = this.#sent === undefined ? this.#waiting.shift() : undefined;
    if (group === undefined) return;
    this.#sent = group;
    this.#unanswered.add(group);
    this.#pending -= group.entries.length;
    this.#watch.start();
    const durability = group.needsDisk ? "on-disk" : "committed";
    this.#append(group, durability).then(
      (rows) => this.#settle(group, durability, rows),
      (cause: unknown) => this.#unsettled(group, cause),
    );
  }

  // A store may throw before it returns a promise.
  async #append(group: Group, durability: Durability): Promise<readonly AppendedRow[]> {
    const { append } = this.#deps;
    return group.isRepeated
      ? append(group.entries, durability, true)
      : append(group.entries, durability);
  }

  #settle(group: Group, durability: Durability, rows: readonly AppendedRow[]): void {
    this.#unanswered.delete(group);
    this.#count(group);
    group.keep(rows);
    // The rows of a late group are not in order with those reported since.
    if (this.#sent !== group) return;
    this.#sent = undefined;
    if (durability === "on-disk") this.#onDisk = group.number;
    this.#deps.onAppended?.(rows);
    // These entries have waited for the store since the previous group left.
    if (this.#waiting.length > 0) this.#gather(false);
  }

  #count({ entries, since }: Group): void {
    this.#written.entries += entries.length;
    this.#written.commits += 1;
    this.#written.ms += this.#deps.clock.monotonic() - since;
  }

  #unsettled(group: Group, cause: unknown): void {
    const error = unavailable(cause);
    const uncommitted = this.#uncommitted();
    const isCurrent = this.#sent === group;
    if (isCurrent) this.#sent = undefined;
    this.#unanswered.delete(group);
    const isLeft = group.refuse(error, uncommitted);
    // Only a store can tell whether it has an outcome already.
    if (isLeft && cause instanceof StoreError && !this.#closing.signal.aborted) this.#repeat(group);
    else group.giveUp(error);
    if (isCurrent) this.#fail(error, uncommitted);
  }

  #repeat(group: Group): void {
    group.isRepeated = true;
    this.#waiting.unshift(group);
    this.#pending += group.entries.length;
    void this.#repeatSoon();
  }

  /** Refuses all pending groups. The answer to the one in flight comes later. */
  #fail(error: AuditUnavailable, uncommitted = this.#uncommitted()): void {
    this.#sent?.refuse(error, uncommitted);
    this.#sent = undefined;
    this.#waiting = this.#waiting.filter((group) => {
      const isLeft = group.refuse(error, uncommitted);
      if (!isLeft) group.giveUp(error);
      return isLeft;
    });
    this.#pending = this.#waiting.reduce((sum, { entries }) => sum + entries.length, 0);
    this.#deps.onFailed?.(error);
    if (this.#waiting.length > 0) void this.#repeatSoon();
  }

  /**
   * Returns the calls whose intents are not known to be in the log. Nothing of them has run, and an
   * outcome must not come before its intent.
   */
  #uncommitted(): ReadonlySet<string> {
    const groups = [...this.#unanswered, ...this.#waiting];
    return new Set(groups.flatMap((group) => group.begunCalls()));
  }

  async #repeatSoon(): Promise<void> {
    if (this.#isRepeating) return;
    this.#isRepeating = true;
    await this.#deps.clock.sleep(repeatMs, this.#closing.signal).catch(() => undefined);
    this.#isRepeating = false;
    if (this.#waiting.length > 0) this.#plan();
  }

  /** Start of the longest wait of a writer. */
  #oldest(): number | undefined {
    if (this.#sent?.state === "waiting") return this.#sent.since;
    return this.#waiting.find(({ state }) => state === "waiting")?.since;
  }

  readonly #ofGroups: GroupDeps = {
    untilOnDisk: (group) => this.#untilOnDisk(group),
    write: (entry) => void this.write(entry),
  };

  async #untilOnDisk(group: Group): Promise<void> {
    const { clock } = this.#deps;
    const end = clock.monotonic() + this.#timeoutMs;
    // Too late if the group is already in flight. Then a second flush is requested.
    group.needsDisk = true;
    await group.committed;
    if (group.number <= this.#onDisk) return;
    // The second wait gets only the remaining time.
    const again = withTimeout({ clock, ms: end - clock.monotonic() }, () => {
      const flush = this.#open();
      flush.needsDisk = true;
      this.#plan();
      return flush.committed;
    });
    await again.catch((error: unknown) => {
      throw error instanceof TimeoutError ? new AuditUnavailable("late", { cause: error }) : error;
    });
  }
}
