import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";
import type { AppendedRow, AuditEntry, AuditStore, Durability } from "../../stores/audit-store.ts";
import { StoreError, storeDeadlineMs } from "../../stores/store-error.ts";
import { FileLogError } from "./file-log.ts";
import { createWatch, type Watch } from "./watch.ts";

const messages = {
  failed: "The store failed.",
  late: "The store gave no answer in time.",
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
}

export interface GroupCommit extends AsyncDisposable {
  /** Never waits and never throws. */
  readonly write: (entry: AuditEntry) => Ticket;
}

export interface GroupCommitOptions {
  readonly clock: Clock;
  readonly append: AuditStore["append"];
  /** Maximum wait, counted from the writing of the entry. Below the second promised to callers. */
  readonly timeoutMs?: number;
  readonly mostWaiting?: number;
  readonly mostAtOnce?: number;
  /** Receives the appended rows, if the store reports them. */
  readonly onAppended?: (rows: readonly AppendedRow[]) => void;
  readonly onFailed?: (error: AuditUnavailable) => void;
}

/** A pending append. Without an entry it waits for the disk only. */
interface Waiting {
  /** In the order of writing, which is the order of appending. */
  readonly number: number;
  readonly entry: AuditEntry | undefined;
  since: number;
  readonly done: PromiseWithResolvers<void>;
  needsDisk: boolean;
}

interface Queue {
  readonly options: GroupCommitOptions;
  readonly watch: Watch;
  waiting: Waiting[];
  /** The group in flight. */
  sent: readonly Waiting[];
  written: number;
  /** The last number on disk. All earlier ones are too. */
  onDisk: number;
  isPlanned: boolean;
  isClosed: boolean;
}

/**
 * Batches entries, with one group in flight. Entries written meanwhile go with the next group. If
 * the store fails or hangs, all pending entries are refused at once. The next entry retries.
 */
export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  const { clock, timeoutMs = storeDeadlineMs } = options;
  const oldest = (): number | undefined => (queue.sent[0] ?? queue.waiting[0])?.since;
  const onLate = (): void => fail(queue, new AuditUnavailable("late"));
  const watch = createWatch({ clock, timeoutMs, oldest, onLate });
  const empty = { waiting: [], sent: [], written: 0, onDisk: 0 };
  const queue: Queue = { options, watch, ...empty, isPlanned: false, isClosed: false };
  return {
    write: (entry) => {
      const added = add(queue, entry);
      return { committed: added.done.promise, onDisk: () => untilOnDisk(queue, added) };
    },
    [Symbol.asyncDispose]: async () => {
      const last = queue.waiting.at(-1) ?? queue.sent.at(-1);
      queue.isClosed = true;
      await last?.done.promise.catch(() => undefined);
      watch.stop();
    },
  };
}

function add(queue: Queue, entry: AuditEntry | undefined): Waiting {
  const { clock, mostWaiting = 10_000 } = queue.options;
  queue.written += 1;
  const added: Waiting = {
    number: queue.written,
    entry,
    since: clock.monotonic(),
    done: Promise.withResolvers(),
    needsDisk: entry === undefined,
  };
  // An unobserved ticket must not crash the process.
  added.done.promise.catch(() => undefined);
  if (queue.isClosed) added.done.reject(new AuditUnavailable("closed"));
  else if (queue.waiting.length >= mostWaiting) added.done.reject(new AuditUnavailable("full"));
  else {
    queue.waiting.push(added);
    if (!queue.isPlanned && queue.sent.length === 0) void plan(queue);
  }
  return added;
}

async function plan(queue: Queue): Promise<void> {
  await gather(queue);
  // The wait for the store starts now: the process's own busy time does not count.
  const now = queue.options.clock.monotonic();
  for (const one of queue.waiting) one.since = now;
  send(queue);
}

/** Short enough to go unnoticed. */
const longestGatheringMs = 2;

/**
 * Waits for the end of the turn. Simultaneous entries then go together, and a call can still
 * require the disk. Under load the next turns bring more, and ten entries cost about as much as
 * three. So it continues as long as each turn brings some. It never sleeps: waking up with cold
 * caches costs more than a commit.
 */
async function gather(queue: Queue): Promise<void> {
  const { clock } = queue.options;
  const until = clock.monotonic() + longestGatheringMs;
  queue.isPlanned = true;
  let seen: number;
  do {
    seen = queue.waiting.length;
    await yieldToLoop();
  } while (queue.waiting.length > seen && clock.monotonic() < until);
  queue.isPlanned = false;
}

function send(queue: Queue): void {
  const { append, mostAtOnce = 1_000 } = queue.options;
  if (queue.sent.length > 0 || queue.waiting.length === 0) return;
  const group = queue.waiting.splice(0, mostAtOnce);
  queue.sent = group;
  queue.watch.start();
  const durability = group.some(({ needsDisk }) => needsDisk) ? "on-disk" : "committed";
  const entries = group.flatMap(({ entry }) => entry ?? []);
  // A store may throw before it returns a promise.
  const appending = new Promise<readonly AppendedRow[]>((resolve) => {
    resolve(append(entries, durability));
  });
  // Timed-out entries were already refused, so their result no longer matters.
  const unlessRefused = (then: () => void): void => {
    if (queue.sent === group) then();
  };
  appending.then(
    (rows) => unlessRefused(() => settle(queue, durability, rows)),
    (cause: unknown) => unlessRefused(() => fail(queue, new AuditUnavailable("failed", { cause }))),
  );
}

function settle(queue: Queue, durability: Durability, rows: readonly AppendedRow[]): void {
  const group = queue.sent;
  queue.sent = [];
  if (durability === "on-disk") queue.onDisk = group.at(-1)?.number ?? queue.onDisk;
  for (const { done } of group) done.resolve();
  queue.options.onAppended?.(rows);
  void goOn(queue);
}

/** Sends the next group. Its entries have waited for the store since the previous one left. */
async function goOn(queue: Queue): Promise<void> {
  if (queue.waiting.length > 0) await gather(queue);
  send(queue);
}

function fail(queue: Queue, error: AuditUnavailable): void {
  const refused = [...queue.sent, ...queue.waiting];
  queue.sent = [];
  queue.waiting = [];
  for (const { done } of refused) done.reject(error);
  queue.options.onFailed?.(error);
}

async function untilOnDisk(queue: Queue, ticket: Waiting): Promise<void> {
  const { clock, timeoutMs = storeDeadlineMs } = queue.options;
  const end = clock.monotonic() + timeoutMs;
  // Too late if its group is already in flight. Then a second flush is requested.
  ticket.needsDisk = true;
  await ticket.done.promise;
  if (ticket.number <= queue.onDisk) return;
  // The second wait gets only the remaining time.
  const again = withTimeout({ clock, ms: end - clock.monotonic() }, () => {
    return add(queue, undefined).done.promise;
  });
  await again.catch((error: unknown) => {
    throw error instanceof TimeoutError ? new AuditUnavailable("late", { cause: error }) : error;
  });
}
