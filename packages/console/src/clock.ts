/** The time of the browser, and its timers. */
export interface Clock {
  /** Milliseconds since the epoch. May be wrong: show the time of the server instead. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  /** Runs once after `ms`. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Runs every `ms`. Returns a function that ends it. */
  readonly every: (ms: number, run: () => void) => () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

/** Resolves after `ms`, or at once when the signal aborts. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  const cancel = clock.after(ms, resolve);
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise.then(cancel);
}
