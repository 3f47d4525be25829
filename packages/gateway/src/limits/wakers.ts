import type { Clock } from "../kernel/clock.ts";

/** Sleepers that wake when their time has come, when they are called, or when their signal aborts. */
export interface Wakers {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly wakeAll: () => void;
}

export function createWakers(clock: Clock): Wakers {
  const sleepers = new Set<AbortController>();

  return {
    sleep: async (ms, signal) => {
      const sleeper = new AbortController();
      const either =
        signal === undefined ? sleeper.signal : AbortSignal.any([sleeper.signal, signal]);
      sleepers.add(sleeper);
      await clock.sleep(ms, either).catch(() => undefined);
      sleepers.delete(sleeper);
    },
    wakeAll: () => {
      for (const sleeper of sleepers) sleeper.abort();
    },
  };
}
