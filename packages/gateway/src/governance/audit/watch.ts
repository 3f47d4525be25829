import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";

export interface WatchDeps extends Pick<Runtime, "clock"> {
  readonly timeoutMs: number;
  /** Start of the longest wait, in monotonic ms. */
  readonly oldest: () => number | undefined;
  readonly onLate: () => void;
}

/** How often to check whether the process was busy. */
const sliceMs = 100;
/** More than the normal lateness of a timer. */
const busyMs = 50;
/**
 * One-time grace for the store if the process was busy: its answer may take several event loop
 * turns.
 */
const graceMs = 100;

/**
 * Reports a wait beyond the limit. One timer for all: a timer for each would cost more than the
 * work.
 */
export class Watch {
  readonly #deps: WatchDeps;
  readonly #stopped = new AbortController();
  #isRunning = false;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** Watches until nothing is pending. */
  start(): void {
    if (!this.#isRunning) void this.#watch();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #watch(): Promise<void> {
    const { clock, timeoutMs, oldest, onLate } = this.#deps;
    this.#isRunning = true;
    try {
      let seen: number | undefined;
      let wasBusy = false;
      for (let since = oldest(); since !== undefined; since = oldest()) {
        if (since !== seen) wasBusy = false;
        seen = since;
        const left = since + timeoutMs - clock.monotonic();
        if (left > 0) {
          wasBusy = (await this.#oversleep(Math.ceil(Math.min(left, sliceMs)))) > busyMs || wasBusy;
        } else if (wasBusy) {
          wasBusy = false;
          await clock.sleep(graceMs, this.#stopped.signal);
        } else if (await this.#isStillPending(since)) onLate();
      }
    } catch {
      // Stopped while asleep.
    }
    this.#isRunning = false;
  }

  /** Sleeps, and returns the delay beyond the requested time. */
  async #oversleep(ms: number): Promise<number> {
    const { clock } = this.#deps;
    const end = clock.monotonic() + ms;
    await clock.sleep(ms, this.#stopped.signal);
    return clock.monotonic() - end;
  }

  // A busy process sees the timer before the store's answer, which may have come in time.
  async #isStillPending(since: number): Promise<boolean> {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    return this.#deps.oldest() === since;
  }
}
