import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { LimitStore } from "../../stores/limit-store.ts";
import { type RateLimit, type Take, takeFrom, type Window } from "./rate.ts";
import type { Windows } from "./windows.ts";

export interface SharedWindow extends Window {
  /** Whether the store had no more. */
  readonly isUsedUp: boolean;
  /** Size of the next batch. */
  readonly batch: number;
}

interface Asking {
  readonly limit: RateLimit;
  readonly waiting: ((take: Take) => void)[];
}

export interface AskingOptions extends Pick<Runtime, "clock"> {
  readonly store: LimitStore;
  /** Receives the granted batches. */
  readonly windows: Windows<SharedWindow>;
  /** Answers in place of an unavailable store. */
  readonly giveUp: (key: string, limit: RateLimit, error: unknown) => Take;
}

/**
 * Takes a batch of a limit from the store. One request per key at a time serves all waiting
 * callers.
 */
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
      // Counted from the time of the request, so our window never outlasts the store's.
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

// Unused capacity of one process is lost to the others until the window ends.
function largestBatch({ most }: RateLimit): number {
  return Math.max(1, Math.floor(most / 16));
}
