import type { Capacity, Slot } from "./slot.ts";

/** The slots this process holds in the store. */
export interface Stock {
  readonly slots: ReadonlySet<Slot>;
  readonly roomOf: (key: string) => Capacity;
  readonly add: (slot: Slot) => void;
  readonly remove: (slot: Slot) => void;
  /** Assigns a call to an unused slot, if there is one. */
  readonly takeFree: (room: Capacity, now: number) => Slot | undefined;
  readonly putBack: (slot: Slot, now: number) => void;
}

export function createStock(): Stock {
  const slots = new Set<Slot>();
  const rooms = new Map<string, Capacity>();

  const remove = (slot: Slot): void => {
    slots.delete(slot);
    slot.isKept = false;
    const { free } = slot.room;
    const index = free.indexOf(slot);
    if (index >= 0) free.splice(index, 1);
  };

  return {
    slots,
    roomOf: (key) => {
      const known = rooms.get(key);
      if (known !== undefined) return known;
      const room = { free: [], used: 0 };
      rooms.set(key, room);
      return room;
    },
    add: (slot) => {
      slot.isKept = true;
      slots.add(slot);
    },
    remove,
    takeFree: (room, now) => {
      for (let slot = room.free.pop(); slot !== undefined; slot = room.free.pop()) {
        if (slot.until > now) {
          slot.freeSince = undefined;
          return slot;
        }
        // Its lease was not renewed in time, so another process may hold it by now.
        remove(slot);
      }
      return undefined;
    },
    putBack: (slot, now) => {
      slot.freeSince = now;
      slot.room.free.push(slot);
    },
  };
}
