import { Canceller } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { waitAtMost } from "../upstreams/connection.ts";

/** Grace period for running work on shutdown. */
const graceMs = 4_000;
/** How long the refusals of running work may take to be sent. */
const partingMs = 500;

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
  #closed: Promise<void> | undefined;
  /** Aborts when running work must end. */
  readonly signal: AbortSignal = this.#timeIsUp.signal;

  constructor(clock: Clock) {
    this.#clock = clock;
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

  /** Waits for running work, then refuses it. Never takes longer than five seconds. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    if (this.#running.size === 0) return;
    await waitAtMost(this.#empty.promise, this.#clock, graceMs);
    const stopped = new Error("The gateway is stopping.");
    this.#timeIsUp.abort(stopped);
    for (const run of this.#running) run.abort(stopped);
    if (this.#running.size > 0) await waitAtMost(this.#empty.promise, this.#clock, partingMs);
  }
}
