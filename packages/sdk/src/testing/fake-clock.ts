import type { Clock } from "../tool/surroundings.ts";

/** A clock that stands still until advanced. */
export interface FakeClock extends Clock {
  readonly advance: (ms: number) => void;
}

/**
 * Creates a clock that stands still. Default start: 15 January 2026, 10:30 UTC.
 *
 * @example
 * ```ts
 * const clock = createFakeClock();
 * clock.advance(1_500);
 * new Date(clock.now()).toISOString(); // "2026-01-15T10:30:01.500Z"
 * clock.monotonic(); // 1500
 * ```
 */
export function createFakeClock(start: number = Date.UTC(2026, 0, 15, 10, 30)): FakeClock {
  let passed = 0;
  return {
    now: () => start + passed,
    monotonic: () => passed,
    advance: (ms) => {
      passed += ms;
    },
  };
}
