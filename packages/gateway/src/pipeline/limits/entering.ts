import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Keeping } from "./keep-slots.ts";
import type { Obtain } from "./obtain-slot.ts";
import type { Slot, Stock, Want } from "./stock.ts";

export interface EnteringOptions extends Pick<Runtime, "clock"> {
  readonly obtain: Obtain;
  readonly stock: Stock;
  readonly keeping: Keeping;
}

/** Acquires a slot in each of `wants`, or none at all. */
export interface Entering {
  /** Acquires synchronously, if this process has free slots or works without the store. */
  readonly take: (wants: readonly Want[]) => readonly Slot[] | undefined;
  /** Acquires like `take`, with missing slots from the store. Never waits for others to leave. */
  readonly ask: (wants: readonly Want[]) => Promise<readonly Slot[] | undefined>;
  readonly leave: (slots: readonly Slot[]) => void;
}

/** How long a process uses a slot before others get a turn. */
const turnMs = 1_000;

export function createEntering({ clock, obtain, stock, keeping }: EnteringOptions): Entering {
  const leaveOne = (slot: Slot, now: number): void => {
    slot.room.used -= 1;
    if (!slot.isKept) return;
    if (now - slot.since < turnMs) {
      stock.putBack(slot, now);
      return;
    }
    obtain.yieldTurn(slot.key);
    void keeping.letGo(slot);
  };

  const leave = (slots: readonly Slot[]): void => {
    const now = clock.monotonic();
    for (const slot of slots) leaveOne(slot, now);
  };

  const takeOne = (want: Want, now: number): Slot | undefined => {
    const room = stock.roomOf(want.key);
    // Calls admitted without the store are unknown to it, so its free slots are not all free here.
    const slot = room.used < want.most ? stock.takeFree(room, now) : undefined;
    if (slot === undefined) return obtain.withoutStore(want);
    room.used += 1;
    return slot;
  };

  const allOrNone = (slots: readonly Slot[], count: number): readonly Slot[] | undefined => {
    if (slots.length === count) return slots;
    leave(slots);
    return undefined;
  };

  return {
    leave,
    take: (wants) => {
      const now = clock.monotonic();
      const slots: Slot[] = [];
      for (const want of wants) {
        const slot = takeOne(want, now);
        if (slot === undefined) break;
        slots.push(slot);
      }
      return allOrNone(slots, wants.length);
    },
    ask: async (wants) => {
      const slots: Slot[] = [];
      for (const want of wants) {
        const slot = takeOne(want, clock.monotonic()) ?? (await obtain.slot(want));
        if (slot === undefined) break;
        slots.push(slot);
      }
      return allOrNone(slots, wants.length);
    },
  };
}
