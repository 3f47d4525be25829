import { setImmediate } from "node:timers/promises";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "./fake-clock.ts";

/**
 * Creates a clock that jumps to the next sleeper as soon as this process is idle. Waiting costs no
 * time, and a busy machine makes no server slow. Only for code without real work elsewhere.
 */
export function createLeapingClock(): Clock {
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
  for (let turn = 0; turn < 4; turn += 1) await setImmediate();
}
