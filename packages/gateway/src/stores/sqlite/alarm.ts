import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

/** One timer for many deadlines, because most requests are answered long before theirs. */
export interface Alarm extends Disposable {
  readonly expect: (dueAt: number) => void;
}

export interface AlarmOptions {
  /** Returns the earliest deadline that is pending; `Infinity` if none is. */
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
      // The current timer is set for a later deadline.
      else if (dueAt < sleep.until) sleep.end.abort();
    },
    [Symbol.dispose]: () => {
      end.abort();
      sleep?.end.abort();
    },
  };
}
