import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";

export interface WatchDeps extends Pick<Runtime, "clock"> {
  readonly timeoutMs: number;
  /** Start of the longest wait, in monotonic ms. */
  readonly oldest: () => number | undefined;
  readonly onLate: () => void;
}

export interface Watch {
  /** Watches until nothing is pending. */
  readonly start: () => void;
  readonly stop: () => void;
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
export function createWatch({ clock, timeoutMs, oldest, onLate }: WatchDeps): Watch {
  const stopped = new AbortController();
  let running = false;

  // A busy process sees the timer before the store's answer, which may have come in time.
  const isStillPending = async (since: number): Promise<boolean> => {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    return oldest() === since;
  };

  /** Sleeps, and returns the delay beyond the requested time. */
  const oversleep = async (ms: number): Promise<number> => {
    const end = clock.monotonic() + ms;
    await clock.sleep(ms, stopped.signal);
    return clock.monotonic() - end;
  };

  const watch = async (): Promise<void> => {
    try {
      let seen: number | undefined;
      let wasBusy = false;
      for (let since = oldest(); since !== undefined; since = oldest()) {
        if (since !== seen) wasBusy = false;
        seen = since;
        const left = since + timeoutMs - clock.monotonic();
        if (left > 0) {
          wasBusy = (await oversleep(Math.ceil(Math.min(left, sliceMs)))) > busyMs || wasBusy;
        } else if (wasBusy) {
          wasBusy = false;
          await clock.sleep(graceMs, stopped.signal);
        } else if (await isStillPending(since)) onLate();
      }
    } catch {
      // Stopped while asleep.
    }
    running = false;
  };

  return {
    start: () => {
      if (running) return;
      running = true;
      void watch();
    },
    stop: () => stopped.abort(),
  };
}
