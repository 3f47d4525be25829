import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Keeping } from "./keep-places.ts";
import type { Obtain } from "./obtain-place.ts";
import type { Place, Want } from "./place.ts";
import type { Stock } from "./stock.ts";

export interface EnteringOptions {
  readonly clock: Clock;
  readonly obtain: Obtain;
  readonly stock: Stock;
  readonly keeping: Keeping;
}

/** Acquires a slot in each of `wants`, or none at all. */
export interface Entering {
  /** Acquires synchronously, if this process has free slots or works without the store. */
  readonly take: (wants: readonly Want[]) => readonly Place[] | undefined;
  /** Acquires like `take`, with missing slots from the store. Never waits for others to leave. */
  readonly ask: (wants: readonly Want[]) => Promise<readonly Place[] | undefined>;
  readonly leave: (places: readonly Place[]) => void;
}

/** How long a process uses a slot before others get a turn. */
const turnMs = 1_000;

export function createEntering({ clock, obtain, stock, keeping }: EnteringOptions): Entering {
  const leaveOne = (place: Place, now: number): void => {
    place.room.used -= 1;
    if (!place.isKept) return;
    if (now - place.since < turnMs) {
      stock.putBack(place, now);
      return;
    }
    obtain.yieldTurn(place.key);
    void keeping.letGo(place);
  };

  const leave = (places: readonly Place[]): void => {
    const now = clock.monotonic();
    for (const place of places) leaveOne(place, now);
  };

  const takeOne = (want: Want, now: number): Place | undefined => {
    const room = stock.roomOf(want.key);
    // Calls admitted without the store are unknown to it, so its free slots are not all free here.
    const place = room.used < want.most ? stock.takeFree(room, now) : undefined;
    if (place === undefined) return obtain.withoutStore(want);
    room.used += 1;
    return place;
  };

  const allOrNone = (places: readonly Place[], count: number): readonly Place[] | undefined => {
    if (places.length === count) return places;
    leave(places);
    return undefined;
  };

  return {
    leave,
    take: (wants) => {
      const now = clock.monotonic();
      const places: Place[] = [];
      for (const want of wants) {
        const place = takeOne(want, now);
        if (place === undefined) break;
        places.push(place);
      }
      return allOrNone(places, wants.length);
    },
    ask: async (wants) => {
      const places: Place[] = [];
      for (const want of wants) {
        const place = takeOne(want, clock.monotonic()) ?? (await obtain.place(want));
        if (place === undefined) break;
        places.push(place);
      }
      return allOrNone(places, wants.length);
    },
  };
}
