import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { LimitStore } from "../limit-store.ts";
import { createSweptMap } from "./swept-map.ts";

interface Window {
  used: number;
  readonly endsAt: number;
}

/** Expiry of each holder's slot. */
type Holders = Map<string, number>;

/** Counts within one process. */
export function createMemoryLimits(clock: Clock): LimitStore {
  const windows = createSweptMap<Window>((window, now) => window.endsAt <= now);
  const places = createSweptMap<Holders>((holders, now) => withoutLate(holders, now).size === 0);

  return {
    take: async (key, { wanted, most, windowMs }) => {
      const now = clock.monotonic();
      const window = windows.get(key, now) ?? { used: 0, endsAt: now + windowMs };
      const granted = Math.max(0, Math.min(wanted, most - window.used));
      window.used += granted;
      windows.set(key, window, now);
      return { granted, endsInMs: window.endsAt - now };
    },
    enter: async (key, { holder, most, leaseMs }) => {
      const now = clock.monotonic();
      const holders = places.get(key, now) ?? new Map<string, number>();
      if (!holders.has(holder) && holders.size >= most) return false;
      holders.set(holder, now + leaseMs);
      places.set(key, holders, now);
      return true;
    },
    leave: async (key, holder) => {
      places.get(key, clock.monotonic())?.delete(holder);
    },
  };
}

function withoutLate(holders: Holders, now: number): Holders {
  for (const [holder, until] of holders) if (until <= now) holders.delete(holder);
  return holders;
}
