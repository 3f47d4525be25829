import type { Place } from "./place.ts";

/** The places that this process has in the store. */
export interface Stock {
  readonly places: ReadonlySet<Place>;
  readonly add: (place: Place) => void;
  readonly remove: (place: Place) => void;
  /** One that no call is in, if there is one. */
  readonly takeFree: (key: string, now: number) => Place | undefined;
  readonly putBack: (place: Place, now: number) => void;
}

export function createStock(): Stock {
  const places = new Set<Place>();
  const free = new Map<string, Place[]>();

  const remove = (place: Place): void => {
    places.delete(place);
    const others = free.get(place.key) ?? [];
    const index = others.indexOf(place);
    if (index >= 0) others.splice(index, 1);
    if (others.length === 0) free.delete(place.key);
  };

  const takeFree: Stock["takeFree"] = (key, now) => {
    const place = free.get(key)?.pop();
    if (place === undefined) return undefined;
    place.freeSince = undefined;
    if (place.until > now) return place;
    // Nobody renewed it in time, so that it may be somebody else's by now.
    remove(place);
    return takeFree(key, now);
  };

  return {
    places,
    add: (place) => places.add(place),
    remove,
    takeFree,
    putBack: (place, now) => {
      place.freeSince = now;
      const others = free.get(place.key);
      if (others === undefined) free.set(place.key, [place]);
      else others.push(place);
    },
  };
}
