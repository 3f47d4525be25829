import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

export interface FakeClock extends Clock {
  /**
   * Advances the time. Sleepers wake in the order of their deadlines; the work of each runs before
   * the next wakes.
   */
  readonly advance: (ms: number) => Promise<void>;
  /** Resolves once there is a sleeper, for work that first waits for something real. */
  readonly untilSleeping: () => Promise<void>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that stands still until a test moves it. */
export function createFakeClock(start: number = Date.UTC(2026, 10, 1)): FakeClock {
  let elapsed = 0;
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<() => void>();

  const sleep: Clock["sleep"] = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(reasonOf(signal));
        return;
      }
      const abort = (): void => {
        sleepers.delete(sleeper);
        reject(reasonOf(signal));
      };
      const wake = (): void => {
        sleepers.delete(sleeper);
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      const sleeper: Sleeper = { at: elapsed + ms, wake };
      signal?.addEventListener("abort", abort, { once: true });
      sleepers.add(sleeper);
      for (const watcher of watchers) watcher();
      watchers.clear();
    });

  const nextBy = (hour: number): Sleeper | undefined =>
    [...sleepers].filter(({ at }) => at <= hour).toSorted((a, b) => a.at - b.at)[0];

  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    sleep,
    advance: async (ms) => {
      const hour = elapsed + ms;
      await settled();
      for (let next = nextBy(hour); next !== undefined; next = nextBy(hour)) {
        elapsed = next.at;
        next.wake();
        await settled();
      }
      elapsed = hour;
    },
    untilSleeping: () =>
      sleepers.size > 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            watchers.add(resolve);
          }),
  };
}

/** Waits one turn of the event loop, so that all runnable promises continue. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error("Aborted", { cause: reason });
}

/**
 * Creates a clock that jumps to the next sleeper as soon as this process is idle. Waiting costs no
 * time, and a busy machine makes no server slow. Only for code without real work elsewhere.
 */
export function createAutoClock(): Clock {
  const clock = createFakeClock();
  const sleepers = new Set<{ readonly at: number }>();
  let leaping: Promise<void> | undefined;

  const leap = async (): Promise<void> => {
    while (sleepers.size > 0) {
      await quiet();
      const next = Math.min(...[...sleepers].map(({ at }) => at));
      if (next < Number.POSITIVE_INFINITY) await clock.advance(next - clock.monotonic());
    }
    leaping = undefined;
  };

  return {
    ...clock,
    sleep: async (ms, signal) => {
      const sleeper = { at: clock.monotonic() + ms };
      sleepers.add(sleeper);
      leaping ??= leap();
      try {
        await clock.sleep(ms, signal);
      } finally {
        sleepers.delete(sleeper);
      }
    },
  };
}

/** Waits a few turns of the event loop, so that runnable streams and promises continue. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await settled();
}
