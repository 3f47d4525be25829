import type { Clock } from "../tool/surroundings.ts";

/** A clock that stands still until advanced. */
export interface FakeClock extends Clock {
  readonly advance: (ms: number) => void;
}

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
