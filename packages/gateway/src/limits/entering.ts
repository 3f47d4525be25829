import type { Clock } from "../kernel/clock.ts";
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

/** Enters all wants or none. */
export interface Entering {
  readonly atOnce: (wants: readonly Want[]) => readonly Place[] | undefined;
  readonly byAsking: (wants: readonly Want[]) => Promise<readonly Place[] | undefined>;
  readonly leave: (places: readonly Place[]) => void;
}

/** How long a process uses a place before it lets the others have a try. */
const turnMs = 1_000;

export function createEntering({ clock, obtain, stock, keeping }: EnteringOptions): Entering {
  const used = new Map<string, number>();

  const use = (place: Place | undefined): Place | undefined => {
    if (place !== undefined) used.set(place.key, (used.get(place.key) ?? 0) + 1);
    return place;
  };

  const leaveOne = (place: Place, now: number): void => {
    used.set(place.key, (used.get(place.key) ?? 1) - 1);
    // Lost meanwhile, or never the store's.
    if (!stock.places.has(place)) return;
    if (now - place.since < turnMs) return stock.putBack(place, now);
    obtain.yieldTurn(place.key);
    void keeping.letGo(place);
  };

  const leave = (places: readonly Place[]): void => {
    const now = clock.monotonic();
    for (const place of places) leaveOne(place, now);
  };

  const askForOne = async (want: Want): Promise<Place | undefined> => {
    const obtained = await obtain.place(want, () => used.get(want.key) ?? 0);
    if (obtained?.isShared === true) {
      stock.add(obtained.place);
      keeping.start();
    }
    return use(obtained?.place);
  };

  const takeFree = ({ key }: Want): Place | undefined =>
    use(stock.takeFree(key, clock.monotonic()));

  return {
    leave,
    atOnce: (wants) => {
      const places = wants.map(takeFree).filter((place) => place !== undefined);
      if (places.length === wants.length) return places;
      leave(places);
      return undefined;
    },
    byAsking: async (wants) => {
      const places: Place[] = [];
      for (const want of wants) {
        const place = takeFree(want) ?? (await askForOne(want));
        if (place === undefined) break;
        places.push(place);
      }
      if (places.length === wants.length) return places;
      leave(places);
      return undefined;
    },
  };
}
