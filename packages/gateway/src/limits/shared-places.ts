import type { LimitStore } from "../stores/limit-store.ts";
import { type AwayOptions, createAway } from "./away.ts";
import { createEntering } from "./entering.ts";
import { createKeeping } from "./keep-places.ts";
import { createObtain } from "./obtain-place.ts";
import type { Place, Want } from "./place.ts";
import { createStock } from "./stock.ts";
import { createWakers } from "./wakers.ts";

export type Leave = () => void;

export interface Patience {
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

export interface SharedPlaces extends AsyncDisposable {
  /**
   * A place in each of `wants`, until what it gives back is called. At once where this process has places
   * that no call is in; otherwise after asking the store. Undefined where none came free in time.
   */
  readonly enter: (
    wants: readonly Want[],
    patience: Patience,
  ) => Leave | Promise<Leave | undefined>;
}

export interface SharedPlacesOptions extends AwayOptions {
  readonly store: LimitStore;
  /** The name of this process, which no other has. */
  readonly name: string;
  /** After this time the places of a process that was killed are free again. */
  readonly leaseMs?: number;
  readonly idleMs?: number;
}

/** How often those who wait ask again. Places that others leave make no sound. */
const askAgainMs = 25;

/**
 * Lets as many calls in at once as there are places for all processes together. A place that a call
 * leaves is kept a moment for the next one, so that a busy process seldom waits for the store.
 */
export function createSharedPlaces(options: SharedPlacesOptions): SharedPlaces {
  const { store, clock, leaseMs = 15_000, idleMs = 200 } = options;
  const closing = new AbortController();
  const away = createAway(options);
  const stock = createStock();
  const wakers = createWakers(clock);
  const keeping = createKeeping(
    { store, clock, stock, leaseMs, idleMs, noticed: away.noticed },
    closing.signal,
  );
  const obtain = createObtain({ ...options, leaseMs, away, stock, keeping });
  const entering = createEntering({ clock, obtain, stock, keeping });

  const leaveOf = (places: readonly Place[]): Leave => {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      entering.leave(places);
      wakers.wakeAll();
    };
  };

  const waitFor = async (
    wants: readonly Want[],
    { waitMs, signal }: Patience,
  ): Promise<Leave | undefined> => {
    const until = clock.monotonic() + waitMs;
    for (;;) {
      const places = await entering.byAsking(wants);
      if (places !== undefined) return leaveOf(places);
      const leftMs = until - clock.monotonic();
      if (leftMs <= 0 || signal?.aborted === true) return undefined;
      await wakers.sleep(Math.min(askAgainMs, leftMs), signal);
    }
  };

  return {
    enter: (wants, patience) => {
      const places = entering.atOnce(wants);
      return places === undefined ? waitFor(wants, patience) : leaveOf(places);
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await Promise.all([...stock.places].map(keeping.letGo));
    },
  };
}
