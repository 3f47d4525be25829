import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type {
  AppendedRow,
  AuditRow,
  AuditStore,
  StoredCheckpoint,
} from "../../stores/audit-store.ts";
import type { Claimed, Delivery, DeliveryStore } from "../../stores/delivery-store.ts";
import { reasonOf } from "../../stores/store-error.ts";
import { originOf } from "./checkpoint.ts";
import { type Batch, judgeStored, rowsBehind, type SendBatch, type Sent } from "./push-batch.ts";

export interface PushDeps extends Pick<Runtime, "clock" | "random"> {
  readonly store: Pick<AuditStore, "read" | "checkpointUpTo">;
  readonly deliveries: DeliveryStore;
  /** The id of this process. */
  readonly holder: string;
  /** The name of the key that signs the log. */
  readonly origin: string;
  readonly onFailed?: (receiver: string, because: string) => void;
  readonly onRecovered?: (receiver: string) => void;
  readonly onStopped?: (delivery: Delivery & { readonly stopped: string }) => void;
}

export interface PushReceiver {
  readonly name: string;
  readonly send: SendBatch;
  /** How many rows one request may have. */
  readonly maxRows: number;
  /** Whether checkpoints go with the rows. Default: no. */
  readonly takesCheckpoints?: boolean;
}

/** The configured receivers and their cursors, for an operator. */
export interface PushCursors {
  readonly receivers: readonly { readonly name: string }[];
  readonly deliveries: DeliveryStore;
}

export interface PushState {
  readonly receiver: string;
  /** How many rows wait for this receiver. Undefined if another process sends to it. */
  readonly waiting: number | undefined;
  readonly isStopped: boolean;
}

/** The right to send, and until when. */
type Held = Claimed & { readonly until: number };

const leaseMs = 30_000;
/** A request ends this long before the lease, so that two processes never send at once. */
const spareMs = 1_000;
/** Rows of other processes, and the end of a stop, are noticed within this time. */
const pollMs = 1_000;
const stoppedPollMs = 5_000;
const firstWaitMs = 500;
const maxWaitMs = 60_000;
const maxAskedWaitMs = 300_000;

/**
 * Sends the rows of the log to one receiver, in order and at least once. The log itself is the
 * queue: rows are read back from the store, behind the cursor that the store keeps.
 */
export class PushRows implements AsyncDisposable {
  readonly #receiver: PushReceiver;
  readonly #deps: PushDeps;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #woken = Promise.withResolvers<void>();
  #lease: Held | undefined;
  #failures = 0;
  #last = 0;
  #reported: string | undefined;
  /** Rows may have arrived without an acknowledgement: before this process, or before a failure. */
  #mayRepeat = true;
  /** The size of the last checkpoint that arrived. 0 if another process may have sent since. */
  #covered = 0;

  constructor(receiver: PushReceiver, deps: PushDeps) {
    this.#receiver = receiver;
    this.#deps = deps;
    this.#running = this.#run();
  }

  /** Takes rows that this process has written, so that they leave without a poll. */
  readonly appended = (rows: readonly AppendedRow[]): void => {
    this.#last = rows.at(-1)?.sequence ?? this.#last;
    this.#woken.resolve();
  };

  get state(): PushState {
    const { name: receiver } = this.#receiver;
    const delivery = this.#lease?.delivery;
    const waiting = delivery && Math.max(0, this.#last - delivery.row);
    return { receiver, waiting, isStopped: (delivery?.stopped ?? null) !== null };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    this.#woken.resolve();
    await this.#running;
    // If the store is away, the lease ends by itself.
    if (this.#lease) await this.#deps.deliveries.release(this.#lease).catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const waitMs = await this.#round().catch((error: unknown) => this.#failed(reasonOf(error)));
      if (waitMs > 0) await this.#idle(waitMs);
    }
  }

  /** Waits for the time. New rows end a poll early, but not the wait after a failure. */
  async #idle(ms: number): Promise<void> {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.#closing.signal]);
    const sleeping = this.#deps.clock.sleep(ms, signal).catch(() => undefined);
    this.#woken = Promise.withResolvers<void>();
    const isPoll = this.#failures === 0;
    await (isPoll ? Promise.race([sleeping, this.#woken.promise]) : sleeping);
    stop.abort();
    await sleeping;
  }

  /** Sends at most one batch. Returns how long to wait before the next. */
  async #round(): Promise<number> {
    const lease = await this.#leased();
    if (lease === undefined) return pollMs;
    const { delivery } = lease;
    if (delivery.stopped !== null) return this.#staysStopped(delivery, delivery.stopped);
    const read = await this.#deps.store.read(Math.max(1, delivery.row), this.#receiver.maxRows + 1);
    this.#last = Math.max(this.#last, read.at(-1)?.sequence ?? 0);
    const found = rowsBehind(delivery, read);
    if ("broken" in found) return this.#stop(lease, found.broken);
    const [first, ...others] = found.rows;
    if (first === undefined) return pollMs;
    return this.#deliver(lease, [first, ...others.slice(0, this.#receiver.maxRows - 1)]);
  }

  async #deliver(lease: Held, rows: Batch["rows"]): Promise<number> {
    const { origin } = this.#deps;
    const { row: after, hash } = lease.delivery;
    const checkpoint = await this.#newCheckpoint(after + rows.length);
    const place = { after, previous: hash ?? undefined, mayRepeat: this.#mayRepeat, checkpoint };
    const batch = { origin, receiver: this.#receiver.name, rows, ...place };
    const sent = await this.#send(batch, lease.until);
    if (sent.kind === "refused") return this.#stop(lease, sent.because);
    if (sent.kind === "later") return this.#failed(sent.because, sent.waitMs);
    return this.#acknowledged(lease, batch, sent);
  }

  /**
   * Returns the newest checkpoint that these rows complete, whichever process signed it. Undefined
   * if the receiver has it, or a newer one.
   */
  async #newCheckpoint(rows: number): Promise<StoredCheckpoint | undefined> {
    if (this.#receiver.takesCheckpoints !== true) return undefined;
    const found = await this.#deps.store.checkpointUpTo(rows);
    const isNew = found !== undefined && found.size > this.#covered;
    // Two first starts at once may have signed under two names. The receiver trusts one.
    return isNew && originOf(found.note) === this.#deps.origin ? found : undefined;
  }

  async #send(batch: Batch, until: number): Promise<Sent> {
    const { clock } = this.#deps;
    const ms = Math.max(0, until - spareMs - clock.now());
    try {
      return await withTimeout({ clock, ms, signal: this.#closing.signal }, (signal) =>
        this.#receiver.send(batch, signal),
      );
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      return { kind: "later", because: "It did not answer in time." };
    }
  }

  async #acknowledged(
    lease: Claimed,
    batch: Batch,
    sent: Extract<Sent, { readonly kind: "stored" }>,
  ): Promise<number> {
    const judged = judgeStored(batch, sent);
    if (judged.kind === "lied") return this.#stop(lease, judged.because);
    if (judged.kind === "nothing") return this.#failed("It stored none of the rows.");
    const { row, hash } = judged;
    if (!(await this.#save(lease, { ...lease.delivery, row, hash }))) return pollMs;
    this.#arrived(batch, row);
    return 0;
  }

  #arrived({ after, rows, checkpoint }: Batch, row: number): void {
    if (this.#failures > 0) this.#deps.onRecovered?.(this.#receiver.name);
    this.#failures = 0;
    this.#mayRepeat = row < after + rows.length;
    const size = checkpoint?.size ?? 0;
    // Rows that were not stored are sent again, and their checkpoint with them.
    if (size <= row) this.#covered = Math.max(this.#covered, size);
  }

  async #leased(): Promise<Held | undefined> {
    const { clock, deliveries, holder } = this.#deps;
    const now = clock.now();
    if (this.#lease !== undefined && this.#lease.until - now > leaseMs / 2) return this.#lease;
    const until = now + leaseMs;
    const claimed = await deliveries.claim({ receiver: this.#receiver.name, holder, now, until });
    if (claimed?.fence !== this.#lease?.fence) {
      this.#mayRepeat = true;
      this.#covered = 0;
    }
    this.#lease = claimed && { ...claimed, until };
    return this.#lease;
  }

  /** Returns whether this process may go on. Another one has taken over if not. */
  async #save(lease: Claimed, delivery: Delivery): Promise<boolean> {
    const saved = { ...delivery, at: this.#deps.clock.now() };
    const isOurs = await this.#deps.deliveries.save(lease, saved);
    this.#lease = isOurs && this.#lease ? { ...this.#lease, delivery: saved } : undefined;
    return isOurs;
  }

  async #stop(lease: Claimed, stopped: string): Promise<number> {
    const delivery = { ...lease.delivery, stopped };
    if (!(await this.#save(lease, delivery))) return pollMs;
    return this.#staysStopped(delivery, stopped);
  }

  #staysStopped(delivery: Delivery, stopped: string): number {
    if (this.#reported !== stopped) this.#deps.onStopped?.({ ...delivery, stopped });
    this.#reported = stopped;
    this.#mayRepeat = true;
    this.#failures = 0;
    // Claimed anew next time, to notice an operator who resumed.
    if (this.#lease) this.#lease = { ...this.#lease, until: 0 };
    return stoppedPollMs;
  }

  /** Waits twice as long after each failure in a row, with jitter. */
  #failed(because: string, askedMs = 0): number {
    if (this.#closing.signal.aborted) return 0;
    if (this.#failures === 0) this.#deps.onFailed?.(this.#receiver.name, because);
    const full = Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    this.#mayRepeat = true;
    this.#reported = undefined;
    return Math.max(full * (0.5 + this.#deps.random() / 2), Math.min(askedMs, maxAskedWaitMs));
  }
}

/** The last row of a list, for a cursor that an operator sets. */
export function cursorAt(receiver: string, at: number, row?: AuditRow): Delivery {
  return { receiver, row: row?.sequence ?? 0, hash: row?.hash ?? null, stopped: null, at };
}
