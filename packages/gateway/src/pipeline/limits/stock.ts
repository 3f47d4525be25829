/** The key of a slot a call needs, and the limit across all processes. */
export interface Want {
  readonly key: string;
  readonly max: number;
}

/** A slot this process holds, in use or not. */
export interface Slot extends Want {
  readonly holder: string;
  readonly room: Capacity;
  /** When it was first acquired. */
  readonly since: number;
  /** Lease end in the store. */
  until: number;
  /** When the last call left it. Undefined while in use. */
  freeSince: number | undefined;
  /** Whether the store holds the lease for us. */
  isKept: boolean;
}

/** The slots of this process under one key. */
interface Capacity {
  /** Unused slots. */
  readonly free: Slot[];
  /** Number of calls in progress. */
  used: number;
}

/** The slots this process holds in the store. */
export class Stock {
  readonly slots = new Set<Slot>();
  readonly #rooms = new Map<string, Capacity>();

  roomOf(key: string): Capacity {
    const known = this.#rooms.get(key);
    if (known !== undefined) return known;
    const room = { free: [], used: 0 };
    this.#rooms.set(key, room);
    return room;
  }

  add(slot: Slot): void {
    slot.isKept = true;
    this.slots.add(slot);
  }

  remove(slot: Slot): void {
    this.slots.delete(slot);
    slot.isKept = false;
    const { free } = slot.room;
    const index = free.indexOf(slot);
    if (index >= 0) free.splice(index, 1);
  }

  /** Assigns a call to an unused slot, if there is one. */
  takeFree(room: Capacity, now: number): Slot | undefined {
    for (let slot = room.free.pop(); slot !== undefined; slot = room.free.pop()) {
      if (slot.until > now) {
        slot.freeSince = undefined;
        return slot;
      }
      // Its lease was not renewed in time, so another process may hold it by now.
      this.remove(slot);
    }
    return undefined;
  }

  putBack(slot: Slot, now: number): void {
    slot.freeSince = now;
    slot.room.free.push(slot);
  }
}
