import type { Clock } from "../../kernel/clock.ts";
import type { LimitStore } from "../limit-store.ts";

interface Window {
  used: number;
  readonly endsAt: number;
}

/** How many keys are kept before those are swept out whose time has passed. */
const sweepAt = 1_000;

/** Counts in one process. What has ended is swept out as others come, so it grows no further than its use. */
export function createMemoryLimits(clock: Clock): LimitStore {
  const windows = new Map<string, Window>();
  const places = new Map<string, Map<string, number>>();
  let sweepWindowsAt = sweepAt;

  const currentWindow = (key: string, windowMs: number): Window => {
    const now = clock.monotonic();
    const found = windows.get(key);
    if (found !== undefined && found.endsAt > now) return found;
    const window: Window = { used: 0, endsAt: now + windowMs };
    windows.set(key, window);
    if (windows.size > sweepWindowsAt) sweepWindowsAt = swept(windows, now);
    return window;
  };

  const currentPlaces = (key: string): Map<string, number> => {
    const now = clock.monotonic();
    const holders = places.get(key) ?? new Map<string, number>();
    for (const [holder, until] of holders) if (until <= now) holders.delete(holder);
    return holders;
  };

  return {
    take: async (key, { wanted, most, windowMs }) => {
      const window = currentWindow(key, windowMs);
      const granted = Math.max(0, Math.min(wanted, most - window.used));
      window.used += granted;
      return { granted, endsInMs: window.endsAt - clock.monotonic() };
    },
    enter: async (key, { holder, most, leaseMs }) => {
      const holders = currentPlaces(key);
      if (!holders.has(holder) && holders.size >= most) return false;
      holders.set(holder, clock.monotonic() + leaseMs);
      places.set(key, holders);
      return true;
    },
    leave: async (key, holder) => {
      const holders = currentPlaces(key);
      holders.delete(holder);
      if (holders.size === 0) places.delete(key);
    },
  };
}

/** Says at which size it is worth sweeping again: twice what is left, so that a sweep costs each key little. */
function swept(windows: Map<string, Window>, now: number): number {
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
  return Math.max(sweepAt, windows.size * 2);
}
