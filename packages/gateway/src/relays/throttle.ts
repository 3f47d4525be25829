import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

/** Short enough to need no cancellation on shutdown. */
const pauseMs = 250;

/**
 * Throttles signals: passes the first on at once, and merges those that follow. Every signal goes
 * to all clients, so one noisy server could flood them.
 */
export function createThrottle(clock: Clock, notify: () => void): () => void {
  let isPausing = false;
  let isDue = false;

  const pause = async (): Promise<void> => {
    isPausing = true;
    while (isPausing) {
      isDue = false;
      notify();
      await clock.sleep(pauseMs);
      isPausing = isDue;
    }
  };

  return () => {
    isDue = true;
    if (!isPausing) void pause();
  };
}
