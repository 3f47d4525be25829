import type { Clock } from "../../kernel/clock.ts";

/** Runs things when their time has come, with one sleeper for all: most deadlines are never reached. */
export interface Deadlines extends Disposable {
  /** Returns a function that calls it off. */
  readonly at: (when: number, expire: () => void) => () => void;
}

interface Deadline {
  readonly when: number;
  readonly expire: () => void;
}

/** Times are those of `clock.monotonic`. */
export function createDeadlines(clock: Clock): Deadlines {
  const waiting = new Set<Deadline>();
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
    const due = [...waiting].filter(({ when }) => when <= now);
    for (const deadline of due) {
      waiting.delete(deadline);
      deadline.expire();
    }
    const next = Math.min(...[...waiting].map(({ when }) => when));
    if (Number.isFinite(next)) sleepUntil(next);
  };

  return {
    at: (when, expire) => {
      // Whoever calls now ends with the servers. A sleeper would keep the process for nobody.
      if (isOver) return () => undefined;
      const deadline = { when, expire };
      waiting.add(deadline);
      if (sleeper === undefined || when < sleeper.until) sleepUntil(when);
      return () => {
        waiting.delete(deadline);
      };
    },
    [Symbol.dispose]: () => {
      isOver = true;
      sleeper?.end.abort();
      sleeper = undefined;
      waiting.clear();
    },
  };
}
