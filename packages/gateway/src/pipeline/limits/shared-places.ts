import type { Clock } from "../../foundation/kernel/clock.ts";
import type { LimitStore } from "../../stores/limit-store.ts";
import type { Away, WhenAway } from "./away.ts";
import { createEntering, type Entering } from "./entering.ts";
import { createKeeping } from "./keep-places.ts";
import { createObtain } from "./obtain-place.ts";
import { createStock } from "./stock.ts";

/** Places that all processes share, and that this one gives back at the end. */
export type SharedPlaces = Entering & AsyncDisposable;

export interface SharedPlacesOptions {
  readonly store: LimitStore;
  readonly clock: Clock;
  readonly away: Away;
  readonly whenAway?: WhenAway;
  /** The name of this process, which no other has. */
  readonly name: string;
  /** After this time the places of a process that was killed are free again. */
  readonly leaseMs?: number;
  readonly idleMs?: number;
}

/**
 * Lets as many calls in at once as there are places for all processes together. A place that a call
 * leaves is kept a moment for the next one, so that a busy process seldom waits for the store.
 */
export function createSharedPlaces(options: SharedPlacesOptions): SharedPlaces {
  const { store, clock, away, leaseMs = 15_000, idleMs = 200 } = options;
  const closing = new AbortController();
  const stock = createStock();
  const keeping = createKeeping(
    { store, clock, stock, leaseMs, idleMs, noticed: away.noticed },
    closing.signal,
  );
  const obtain = createObtain({ ...options, leaseMs, stock, keeping });
  return {
    ...createEntering({ clock, obtain, stock, keeping }),
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await Promise.all([...stock.places].map(keeping.letGo));
    },
  };
}
