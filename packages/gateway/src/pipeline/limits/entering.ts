import type { Clock } from "../../foundation/kernel/clock.ts";
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

/** Whoever enters gets a place in each of `wants` or none at all. */
export interface Entering {
  /** At once, where this process has places that no call is in, or where it goes on without the store. */
  readonly take: (wants: readonly Want[]) => readonly Place[] | undefined;
  /** The same, and what is missing comes from the store. Never waits until others leave. */
  readonly ask: (wants: readonly Want[]) => Promise<readonly Place[] | undefined>;
  readonly leave: (places: readonly Place[]) => void;
}

/** How long a process uses a place before it lets the others have a try. */
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
    // Calls that came in without the store are not in it: what it has left is not left here.
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
