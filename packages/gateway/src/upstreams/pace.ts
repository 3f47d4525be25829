import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

/** Returns true at most `perSecond` times in any second, otherwise false. */
export function createPace(clock: Clock, perSecond: number): () => boolean {
  const passed: number[] = [];
  return () => {
    const now = clock.monotonic();
    const [oldest] = passed;
    if (oldest !== undefined && passed.length >= perSecond) {
      if (now - oldest < 1_000) return false;
      passed.shift();
    }
    passed.push(now);
    return true;
  };
}
