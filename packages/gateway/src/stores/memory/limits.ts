import type { Clock } from "../../kernel/clock.ts";
import type { LimitStore } from "../limit-store.ts";

interface Window {
  used: number;
  readonly endsAt: number;
}

/** When each holder's place becomes free by itself. */
type Holders = Map<string, number>;

/** Counts in one process. */
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

interface SweptMap<Value> {
  readonly get: (key: string, now: number) => Value | undefined;
  readonly set: (key: string, value: Value, now: number) => void;
}

/** A map that grows no further than its use: what is over is swept out whenever it has doubled. */
function createSweptMap<Value>(isOver: (value: Value, now: number) => boolean): SweptMap<Value> {
  const least = 1_000;
  const values = new Map<string, Value>();
  let sweepAt = least;

  const sweep = (now: number): void => {
    for (const [key, value] of values) if (isOver(value, now)) values.delete(key);
    sweepAt = Math.max(least, values.size * 2);
  };
  return {
    get: (key, now) => {
      const value = values.get(key);
      return value === undefined || isOver(value, now) ? undefined : value;
    },
    set: (key, value, now) => {
      values.set(key, value);
      if (values.size > sweepAt) sweep(now);
    },
  };
}
