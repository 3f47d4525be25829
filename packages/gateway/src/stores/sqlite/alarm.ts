import type { Clock } from "../../foundation/kernel/clock.ts";

/** Rings when the first of many is due. One timer serves all, because most are answered long before. */
export interface Alarm extends Disposable {
  readonly expect: (dueAt: number) => void;
}

export interface AlarmOptions {
  /** When the first is due of those who still wait; `Infinity` where nobody does. */
  readonly nextDueAt: () => number;
  readonly ring: () => void;
}

export function createAlarm(clock: Clock, { nextDueAt, ring }: AlarmOptions): Alarm {
  const end = new AbortController();
  let sleep: { readonly until: number; readonly end: AbortController } | undefined;

  const watch = async (): Promise<void> => {
    for (let until = nextDueAt(); until < Infinity && !end.signal.aborted; until = nextDueAt()) {
      sleep = { until, end: new AbortController() };
      const left = Math.max(1, Math.ceil(until - clock.monotonic()));
      await clock.sleep(left, sleep.end.signal).catch(() => undefined);
      ring();
    }
    sleep = undefined;
  };

  return {
    expect: (dueAt) => {
      if (sleep === undefined) void watch();
      // Somebody who may wait longer came first.
      else if (dueAt < sleep.until) sleep.end.abort();
    },
    [Symbol.dispose]: () => {
      end.abort();
      sleep?.end.abort();
    },
  };
}
