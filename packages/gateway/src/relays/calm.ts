import type { Clock } from "../foundation/kernel/clock.ts";

/** Short enough that a stop need not be told of it. */
const pauseMs = 250;

/**
 * Passes the first word on at once, and of those that come right behind it only that there were some.
 * Every word goes to all clients, so one server that never stops talking would drown us all.
 */
export function createCalm(clock: Clock, tell: () => void): () => void {
  let isPausing = false;
  let isDue = false;

  const pause = async (): Promise<void> => {
    isPausing = true;
    while (isPausing) {
      isDue = false;
      tell();
      await clock.sleep(pauseMs);
      isPausing = isDue;
    }
  };

  return () => {
    isDue = true;
    if (!isPausing) void pause();
  };
}
