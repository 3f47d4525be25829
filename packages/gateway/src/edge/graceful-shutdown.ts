import { Canceller } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { waitAtMost } from "../upstreams/connection.ts";

/** How long the refusals of running work may take to be sent. */
const partingMs = 500;

/** How long a shutdown may take. */
export interface DrainTimes {
  /** How long requests are still answered, so that load balancers notice. */
  readonly delayMs: number;
  /** Grace period of running work after that. */
  readonly timeoutMs: number;
}

const defaultDrain: DrainTimes = { delayMs: 0, timeoutMs: 4_000 };

/**
 * Answer to a request during shutdown. The code is ours, outside the range that the protocol
 * reserves.
 */
export const stopping = {
  kind: "refused",
  code: 7004,
  message: "The gateway is stopping.",
} as const;

/** Tracks running work at an entrance and its shutdown. */
export class GracefulShutdown {
  readonly #clock: Clock;
  readonly #running = new Set<Canceller>();
  readonly #timeIsUp = new AbortController();
  readonly #empty = Promise.withResolvers<void>();
  readonly #drain: DrainTimes;
  #drained: Promise<void> | undefined;
  #closed: Promise<void> | undefined;
  /** Aborts when running work must end. */
  readonly signal: AbortSignal = this.#timeIsUp.signal;

  constructor(clock: Clock, drain: DrainTimes = defaultDrain) {
    this.#clock = clock;
    this.#drain = drain;
  }

  /** Whether probes say that this entrance stops. New requests may still be answered. */
  isDraining(): boolean {
    return this.#drained !== undefined;
  }

  isClosing(): boolean {
    return this.#closed !== undefined;
  }

  /** Registers one more run. It is aborted when the grace period ends, unless it ended before. */
  begin(): Canceller {
    const run = new Canceller();
    this.#running.add(run);
    return run;
  }

  end(run: Canceller): void {
    this.#running.delete(run);
    if (this.isClosing() && this.#running.size === 0) this.#empty.resolve();
  }

  /** Turns probes, and waits for the configured delay before new requests are refused. */
  drain(): Promise<void> {
    const { delayMs } = this.#drain;
    this.#drained ??= delayMs === 0 ? Promise.resolve() : this.#clock.sleep(delayMs);
    return this.#drained;
  }

  /** Waits for running work, then refuses it. Takes at most half a second over its timeout. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#drained ??= Promise.resolve();
    if (this.#running.size === 0) return;
    await waitAtMost(this.#empty.promise, this.#clock, this.#drain.timeoutMs);
    const stopped = new Error("The gateway is stopping.");
    this.#timeIsUp.abort(stopped);
    for (const run of this.#running) run.abort(stopped);
    if (this.#running.size > 0) await waitAtMost(this.#empty.promise, this.#clock, partingMs);
  }
}
