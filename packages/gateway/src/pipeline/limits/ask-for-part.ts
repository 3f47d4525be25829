import type { Clock } from "../../foundation/kernel/clock.ts";
import type { LimitStore } from "../../stores/limit-store.ts";
import { type RateLimit, type Take, takeFrom, type Window } from "./rate.ts";
import type { Windows } from "./windows.ts";

export interface SharedWindow extends Window {
  /** The store had no more. */
  readonly isUsedUp: boolean;
  /** How many to ask for next. */
  readonly batch: number;
}

interface Asking {
  readonly limit: RateLimit;
  readonly waiting: ((take: Take) => void)[];
}

export interface AskingOptions {
  readonly store: LimitStore;
  readonly clock: Clock;
  /** Where what was granted is put. */
  readonly windows: Windows<SharedWindow>;
  /** Answers instead of the store when it cannot. */
  readonly giveUp: (key: string, limit: RateLimit, error: unknown) => Take;
}

/** Takes a part of a limit from the store, one question at a time for a key, for all who wait for it. */
export function createAsking({
  store,
  clock,
  windows,
  giveUp,
}: AskingOptions): (key: string, limit: RateLimit) => Promise<Take> {
  const asking = new Map<string, Asking>();

  const askOnce = async (key: string, { limit, waiting }: Asking): Promise<void> => {
    const sentAt = clock.monotonic();
    const batch = windows.get(key, sentAt)?.batch ?? 1;
    const wanted = Math.max(1, Math.min(limit.most, Math.max(batch, waiting.length)));
    const { granted, endsInMs } = await store.take(key, { ...limit, wanted });
    const window = {
      left: granted,
      // Counted from when we asked, so that ours never ends after the store's.
      endsAt: sentAt + endsInMs,
      isUsedUp: granted < wanted,
      batch: Math.min(2 * batch, largestBatch(limit)),
    };
    windows.set(key, window, sentAt);
    const served = waiting.splice(0, window.isUsedUp ? waiting.length : granted);
    for (const resolve of served) resolve(takeFrom(window, clock.monotonic()));
  };

  const askUntilServed = async (key: string, ask: Asking): Promise<void> => {
    try {
      while (ask.waiting.length > 0) await askOnce(key, ask);
    } catch (error) {
      for (const resolve of ask.waiting) resolve(giveUp(key, ask.limit, error));
    } finally {
      asking.delete(key);
    }
  };

  return (key, limit) => {
    const { promise, resolve } = Promise.withResolvers<Take>();
    const known = asking.get(key);
    const ask = known ?? { limit, waiting: [] };
    ask.waiting.push(resolve);
    if (known === undefined) {
      asking.set(key, ask);
      void askUntilServed(key, ask);
    }
    return promise;
  };
}

// What a process has and does not use, the others cannot use either before the window ends.
function largestBatch({ most }: RateLimit): number {
  return Math.max(1, Math.floor(most / 16));
}
