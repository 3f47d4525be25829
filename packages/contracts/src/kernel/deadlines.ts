import type { Clock } from "./clock.ts";
import { SlotMap } from "./slot-map.ts";

/** Runs callbacks at their deadlines, with one timer for all: most deadlines are never reached. */
export interface Deadlines extends Disposable {
  /** Returns a function that cancels it. */
  readonly at: (when: number, expire: () => void) => () => void;
}

interface Deadline {
  readonly number: number;
  readonly when: number;
  readonly expire: () => void;
}

/** Times are in `clock.monotonic` milliseconds. */
export function createDeadlines(clock: Clock): Deadlines {
  const waiting = new SlotMap<Deadline>();
  let taken = 0;
  let isOver = false;
  let sleeper: { readonly until: number; readonly end: AbortController } | undefined;

  const sleepUntil = (until: number): void => {
    sleeper?.end.abort();
    const end = new AbortController();
    sleeper = { until, end };
    clock.sleep(Math.max(0, until - clock.monotonic()), end.signal).then(wake, () => undefined);
  };

  const wake = (): void => {
    sleeper = undefined;
    const now = clock.monotonic();
    const due = [...waiting.values()].filter(({ when }) => when <= now);
    for (const { number, expire } of due) {
      waiting.remove(number);
      expire();
    }
    const next = Math.min(...[...waiting.values()].map(({ when }) => when));
    if (Number.isFinite(next)) sleepUntil(next);
  };

  return {
    at: (when, expire) => {
      // After disposal new deadlines are ignored: a timer would keep the process alive.
      if (isOver) return () => undefined;
      const number = taken;
      taken += 1;
      waiting.set(number, { number, when, expire });
      if (sleeper === undefined || when < sleeper.until) sleepUntil(when);
      return () => {
        waiting.remove(number);
      };
    },
    [Symbol.dispose]: () => {
      isOver = true;
      sleeper?.end.abort();
      sleeper = undefined;
      for (const number of waiting.numbers()) waiting.remove(number);
    },
  };
}
