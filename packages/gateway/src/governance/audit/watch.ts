import type { Clock } from "../../foundation/kernel/clock.ts";

export interface WatchOptions {
  readonly clock: Clock;
  readonly mostMs: number;
  /** Since when the one waits who waits longest, on the clock that only grows. */
  readonly oldest: () => number | undefined;
  readonly onLate: () => void;
}

export interface Watch {
  /** Watches until nobody waits any more. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** So often is looked whether the process was busy with something else. */
const sliceMs = 100;
/** More than a timer is late by itself. */
const busyMs = 50;
/** What a store gets once, where the process was busy: its answer may take several turns of the event loop. */
const graceMs = 100;

/** Tells when somebody has waited too long. One timer for all: a timer for each would cost more than the work. */
export function createWatch({ clock, mostMs, oldest, onLate }: WatchOptions): Watch {
  const stopped = new AbortController();
  let running = false;

  // A process that was busy itself hears the clock before it hears the store, whose answer may have come in time.
  const isUnheard = async (since: number): Promise<boolean> => {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    return oldest() === since;
  };

  /** Sleeps, and says how much longer than it wanted. */
  const oversleep = async (ms: number): Promise<number> => {
    const end = clock.monotonic() + ms;
    await clock.sleep(ms, stopped.signal);
    return clock.monotonic() - end;
  };

  const look = async (): Promise<void> => {
    try {
      let seen: number | undefined;
      let wasBusy = false;
      for (let since = oldest(); since !== undefined; since = oldest()) {
        if (since !== seen) wasBusy = false;
        seen = since;
        const left = since + mostMs - clock.monotonic();
        if (left > 0) {
          wasBusy = (await oversleep(Math.ceil(Math.min(left, sliceMs)))) > busyMs || wasBusy;
        } else if (wasBusy) {
          wasBusy = false;
          await clock.sleep(graceMs, stopped.signal);
        } else if (await isUnheard(since)) onLate();
      }
    } catch {
      // Asleep when it was stopped.
    }
    running = false;
  };

  return {
    start: () => {
      if (running) return;
      running = true;
      void look();
    },
    stop: () => stopped.abort(),
  };
}
