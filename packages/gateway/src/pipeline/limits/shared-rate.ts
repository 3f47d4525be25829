import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { LimitStore } from "../../stores/limit-store.ts";
import { createAsking, type SharedWindow } from "./ask-for-part.ts";
import { type Away, pauseMs, type WhenAway } from "./away.ts";
import { LocalRate, type RateLimit, type Take, takeFrom } from "./rate.ts";
import { Windows } from "./windows.ts";

export interface SharedRate {
  /**
   * Takes one unit of a key's window. Synchronous if this process has units left or knows there are
   * none. It asks the store only when its batch is used up.
   */
  readonly take: (key: string, limit: RateLimit) => Take | Promise<Take>;
}

export interface SharedRateOptions extends Pick<Runtime, "clock"> {
  readonly store: LimitStore;
  readonly away: Away;
  readonly whenAway?: WhenAway;
  /** Maximum keys remembered. Default: 10,000. */
  readonly maxKeys?: number;
}

/**
 * Counts across all processes that share a store, and never grants more than the limit in total. A
 * process takes small batches that grow while it is busy. Unused units expire with the window, and
 * the store then starts a new count.
 */
export function createSharedRate(options: SharedRateOptions): SharedRate {
  const { store, clock, away, whenAway = "local", maxKeys = 10_000 } = options;
  const windows = new Windows<SharedWindow>(maxKeys);
  const local = new LocalRate(clock, maxKeys);
  away.whenBack(() => local.clear());

  const takeAlone = (key: string, limit: RateLimit): Take =>
    whenAway === "refuse" ? { taken: false, retryAfterMs: pauseMs } : local.take(key, limit);

  const takeFromStore = createAsking({
    store,
    clock,
    windows,
    giveUp: (key, limit, error) => {
      away.noticed(error);
      return takeAlone(key, limit);
    },
  });

  return {
    take: (key, limit) => {
      const now = clock.monotonic();
      const window = windows.get(key, now);
      if (window !== undefined && (window.left > 0 || window.isUsedUp)) {
        return takeFrom(window, now);
      }
      if (!away.isAway()) return takeFromStore(key, limit);
      away.lookAgain(() => store.take(key, { ...limit, wanted: 0 }));
      return takeAlone(key, limit);
    },
  };
}
