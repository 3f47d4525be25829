import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { type RateLimit, type Take, takeFrom, type Window } from "./rate.ts";
import { createWindows } from "./windows.ts";

/** Counts in one process. */
export interface LocalRate {
  readonly take: (key: string, limit: RateLimit) => Take;
  readonly clear: () => void;
}

export function createLocalRate(clock: Clock, mostKeys: number): LocalRate {
  const windows = createWindows<Window>(mostKeys);

  return {
    take: (key, { most, windowMs }) => {
      const now = clock.monotonic();
      const known = windows.get(key, now);
      if (known !== undefined) return takeFrom(known, now);
      const fresh = { left: most, endsAt: now + windowMs };
      windows.set(key, fresh, now);
      return takeFrom(fresh, now);
    },
    clear: windows.clear,
  };
}
