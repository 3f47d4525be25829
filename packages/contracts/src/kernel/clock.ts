import { setTimeout as sleep } from "node:timers/promises";

/** The only source of time. `Date.now`, `setTimeout` and friends are lint errors everywhere else. */
export interface Clock {
  /** Milliseconds since the epoch. For records people read. */
  readonly now: () => number;
  /** Monotonic milliseconds. For measuring and for deadlines. */
  readonly monotonic: () => number;
  /** Resolves after `ms`. Rejects with the signal's reason if it aborts first. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  },
};
