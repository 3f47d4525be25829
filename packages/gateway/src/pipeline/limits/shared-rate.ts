import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { LimitStore } from "../../stores/limit-store.ts";
import { type Away, pauseMs, type WhenAway } from "./away.ts";
import {
  LocalRate,
  peekInto,
  type Rate,
  type RateLimit,
  type Take,
  takeFrom,
  type Window,
} from "./rate.ts";
import { Windows } from "./windows.ts";

export interface SharedRateOptions extends Pick<Runtime, "clock"> {
  readonly store: LimitStore;
  readonly away: Away;
  readonly whenAway?: WhenAway;
  /** Maximum keys remembered. Default: 10,000. */
  readonly maxKeys?: number;
  /** The most units taken for later calls. Default: a sixteenth of the limit. */
  readonly maxBatch?: number;
}

interface SharedWindow extends Window {
  /** Whether the store had no more. */
  readonly isUsedUp: boolean;
  /** Size of the next batch. */
  readonly batch: number;
}

interface Asking {
  readonly limit: RateLimit;
  readonly waiting: ((take: Take) => void)[];
}

/**
 * Counts across all processes that share a store, and never grants more than the limit in total. A
 * process takes small batches that grow while it is busy. Unused units expire with the window, and
 * the store then starts a new count.
 */
export class SharedRate implements Rate {
  readonly #options: SharedRateOptions;
  readonly #windows: Windows<SharedWindow>;
  readonly #local: LocalRate;
  readonly #asking = new Map<string, Asking>();

  constructor(options: SharedRateOptions) {
    const { clock, away, maxKeys = 10_000 } = options;
    this.#options = options;
    this.#windows = new Windows(maxKeys);
    this.#local = new LocalRate(clock, maxKeys);
    away.whenBack(() => this.#local.clear());
  }

  /**
   * Synchronous if this process has units left or knows there are none. It asks the store only when
   * its batch is used up.
   */
  take(key: string, limit: RateLimit): Take | Promise<Take> {
    const { clock, away, store } = this.#options;
    const now = clock.monotonic();
    const window = this.#windows.get(key, now);
    if (window !== undefined && (window.left > 0 || window.isUsedUp)) return takeFrom(window, now);
    if (!away.isAway()) return this.#takeFromStore(key, limit);
    away.lookAgain(() => store.take(key, { ...limit, wanted: 0 }));
    return this.#takeAlone(key, limit);
  }

  /** A batch that is used up says nothing: the store may have more. */
  peek(key: string): Take {
    const now = this.#options.clock.monotonic();
    const window = this.#windows.get(key, now);
    return peekInto(window, now, window?.isUsedUp);
  }

  #takeAlone(key: string, limit: RateLimit): Take {
    return this.#options.whenAway === "refuse"
      ? { taken: false, retryAfterMs: pauseMs }
      : this.#local.take(key, limit);
  }

  /** Takes a batch. One request per key at a time serves all waiting callers. */
  #takeFromStore(key: string, limit: RateLimit): Promise<Take> {
    const { promise, resolve } = Promise.withResolvers<Take>();
    const known = this.#asking.get(key);
    const ask = known ?? { limit, waiting: [] };
    ask.waiting.push(resolve);
    if (known === undefined) {
      this.#asking.set(key, ask);
      void this.#askUntilServed(key, ask);
    }
    return promise;
  }

  async #askUntilServed(key: string, ask: Asking): Promise<void> {
    try {
      while (ask.waiting.length > 0) await this.#askOnce(key, ask);
    } catch (error) {
      for (const resolve of ask.waiting) {
        this.#options.away.noticed(error);
        resolve(this.#takeAlone(key, ask.limit));
      }
    } finally {
      this.#asking.delete(key);
    }
  }

  async #askOnce(key: string, { limit, waiting }: Asking): Promise<void> {
    const { clock, store, maxBatch = largestBatch(limit) } = this.#options;
    const sentAt = clock.monotonic();
    const batch = this.#windows.get(key, sentAt)?.batch ?? 1;
    const wanted = Math.max(1, Math.min(limit.max, Math.max(batch, waiting.length)));
    const { granted, endsInMs } = await store.take(key, { ...limit, wanted });
    const window = {
      left: granted,
      // Counted from the time of the request, so our window never outlasts the store's.
      endsAt: sentAt + endsInMs,
      isUsedUp: granted < wanted,
      batch: Math.min(2 * batch, maxBatch),
    };
    this.#windows.set(key, window, sentAt);
    const served = waiting.splice(0, window.isUsedUp ? waiting.length : granted);
    for (const resolve of served) resolve(takeFrom(window, clock.monotonic()));
  }
}

// Unused capacity of one process is lost to the others until the window ends.
function largestBatch({ max }: RateLimit): number {
  return Math.max(1, Math.floor(max / 16));
}
