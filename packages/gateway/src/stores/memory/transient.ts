import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { LimitStore } from "../limit-store.ts";
import { type Notices, notify } from "../notices.ts";
import type { QueryStore } from "../query-store.ts";

// The stores that Redis shares between processes, within one process.

interface Window {
  used: number;
  readonly endsAt: number;
}

/** Expiry of each holder's slot. */
type Holders = Map<string, number>;

/** Counts within one process. */
export function createMemoryLimits(clock: Clock): LimitStore {
  const windows = new SweptMap<Window>((window, now) => window.endsAt <= now);
  const slots = new SweptMap<Holders>((holders, now) => withoutLate(holders, now).size === 0);

  return {
    take: async (key, { wanted, max, windowMs }) => {
      const now = clock.monotonic();
      const window = windows.get(key, now) ?? { used: 0, endsAt: now + windowMs };
      const granted = Math.max(0, Math.min(wanted, max - window.used));
      window.used += granted;
      windows.set(key, window, now);
      return { granted, endsInMs: window.endsAt - now };
    },
    enter: async (key, { holder, max, leaseMs }) => {
      const now = clock.monotonic();
      const holders = slots.get(key, now) ?? new Map<string, number>();
      if (!holders.has(holder) && holders.size >= max) return false;
      holders.set(holder, now + leaseMs);
      slots.set(key, holders, now);
      return true;
    },
    leave: async (key, holder) => {
      slots.get(key, clock.monotonic())?.delete(holder);
    },
  };
}

function withoutLate(holders: Holders, now: number): Holders {
  for (const [holder, until] of holders) if (until <= now) holders.delete(holder);
  return holders;
}

interface Query {
  readonly state: string;
  readonly endsAt: number;
}

/** Tracks the queries of one process. */
export function createMemoryQueries(clock: Clock): QueryStore {
  const queries = new SweptMap<Query>(({ endsAt }, now) => endsAt <= now);

  return {
    move: async (key, { from, fromNothing, to, forMs }) => {
      const now = clock.monotonic();
      const query = queries.get(key, now);
      if (query === undefined ? !fromNothing : !from.includes(query.state)) return false;
      queries.set(key, { state: to, endsAt: now + forMs }, now);
      return true;
    },
  };
}

/** Reaches only the listeners of this process. */
export function createMemoryNotices(): Notices {
  const topics = new Map<string, Set<{ readonly listener: (text: string) => void }>>();

  return {
    publish: async (topic, text) => {
      for (const { listener } of topics.get(topic) ?? []) notify(listener, text);
    },
    subscribe: async (topic, listener) => {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners);
      // An object of its own, because one function may subscribe twice.
      const subscription = { listener };
      listeners.add(subscription);
      return async () => {
        listeners.delete(subscription);
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
      };
    },
  };
}

/**
 * A map that sweeps out expired entries whenever it has doubled, so it stays bounded by use.
 */
class SweptMap<Value> {
  readonly #isOver: (value: Value, now: number) => boolean;
  readonly #values = new Map<string, Value>();
  #sweepAt = minSweep;

  constructor(isOver: (value: Value, now: number) => boolean) {
    this.#isOver = isOver;
  }

  get(key: string, now: number): Value | undefined {
    const value = this.#values.get(key);
    return value === undefined || this.#isOver(value, now) ? undefined : value;
  }

  set(key: string, value: Value, now: number): void {
    this.#values.set(key, value);
    if (this.#values.size <= this.#sweepAt) return;
    for (const [each, old] of this.#values) if (this.#isOver(old, now)) this.#values.delete(each);
    this.#sweepAt = Math.max(minSweep, this.#values.size * 2);
  }
}

const minSweep = 1_000;
