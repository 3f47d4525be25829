import type { Clock } from "../foundation/kernel/clock.ts";

/** Says yes to at most `perSecond` in any second, and no to the rest. */
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
