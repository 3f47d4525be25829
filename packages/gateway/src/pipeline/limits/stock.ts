import type { Place, Room } from "./place.ts";

/** The slots this process holds in the store. */
export interface Stock {
  readonly places: ReadonlySet<Place>;
  readonly roomOf: (key: string) => Room;
  readonly add: (place: Place) => void;
  readonly remove: (place: Place) => void;
  /** Assigns a call to an unused slot, if there is one. */
  readonly takeFree: (room: Room, now: number) => Place | undefined;
  readonly putBack: (place: Place, now: number) => void;
}

export function createStock(): Stock {
  const places = new Set<Place>();
  const rooms = new Map<string, Room>();

  const remove = (place: Place): void => {
    places.delete(place);
    place.isKept = false;
    const { free } = place.room;
    const index = free.indexOf(place);
    if (index >= 0) free.splice(index, 1);
  };

  return {
    places,
    roomOf: (key) => {
      const known = rooms.get(key);
      if (known !== undefined) return known;
      const room = { free: [], used: 0 };
      rooms.set(key, room);
      return room;
    },
    add: (place) => {
      place.isKept = true;
      places.add(place);
    },
    remove,
    takeFree: (room, now) => {
      for (let place = room.free.pop(); place !== undefined; place = room.free.pop()) {
        if (place.until > now) {
          place.freeSince = undefined;
          return place;
        }
        // Its lease was not renewed in time, so another process may hold it by now.
        remove(place);
      }
      return undefined;
    },
    putBack: (place, now) => {
      place.freeSince = now;
      place.room.free.push(place);
    },
  };
}
