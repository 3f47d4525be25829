import type { Clock } from "../kernel/clock.ts";

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

  const look = async (): Promise<void> => {
    try {
      for (let since = oldest(); since !== undefined; since = oldest()) {
        const left = since + mostMs - clock.monotonic();
        if (left > 0) await clock.sleep(Math.ceil(left), stopped.signal);
        else if (await isUnheard(since)) onLate();
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
