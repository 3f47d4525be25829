import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { LimitStore } from "../../stores/limit-store.ts";
import type { Away, WhenAway } from "./away.ts";
import type { Keeping } from "./keep-slots.ts";
import type { Slot, Stock, Want } from "./stock.ts";

export interface ObtainOptions extends Pick<Runtime, "clock"> {
  readonly store: LimitStore;
  readonly name: string;
  readonly leaseMs: number;
  readonly whenAway?: WhenAway;
  readonly away: Away;
  readonly stock: Stock;
  readonly keeping: Keeping;
}

export interface Obtain {
  /** Returns a slot without the store, if this process has not used up the limit. */
  readonly withoutStore: (want: Want) => Slot | undefined;
  /** Returns a slot from the store, or without it if it turns out to be unavailable. */
  readonly slot: (want: Want) => Promise<Slot | undefined>;
  /** Pauses requests briefly after a recent shortage, so others get a turn. */
  readonly yieldTurn: (key: string) => void;
}

/** How long a shortage is remembered. */
const scarceMs = 1_000;
/** Longer than the poll interval of others. */
const yieldMs = 60;

export function createObtain(options: ObtainOptions): Obtain {
  const { store, clock, leaseMs, whenAway = "local", away, stock, keeping } = options;
  const deniedAt = new Map<string, number>();
  const yieldingUntil = new Map<string, number>();
  const placeIn = createSlots(options);

  const alone = (want: Want): Slot | undefined => {
    away.lookAgain(() => store.leave(want.key, options.name));
    const isRoom = whenAway === "local" && stock.roomOf(want.key).used < want.most;
    return isRoom ? placeIn(want) : undefined;
  };

  const fromStore = async (want: Want): Promise<Slot | undefined> => {
    const { key, most } = want;
    const now = clock.monotonic();
    if ((yieldingUntil.get(key) ?? 0) > now) return undefined;
    const slot = placeIn(want);
    if (await store.enter(key, { holder: slot.holder, most, leaseMs })) {
      stock.add(slot);
      keeping.start();
      return slot;
    }
    deniedAt.set(key, now);
    return undefined;
  };

  return {
    withoutStore: (want) => (away.isAway() ? used(alone(want)) : undefined),
    slot: async (want) => {
      if (away.isAway()) return used(alone(want));
      if (stock.roomOf(want.key).used >= want.most) return undefined;
      try {
        return used(await fromStore(want));
      } catch (error) {
        away.noticed(error);
        return used(alone(want));
      }
    },
    yieldTurn: (key) => {
      const denied = deniedAt.get(key);
      if (denied === undefined) return;
      const now = clock.monotonic();
      if (now - denied > scarceMs) deniedAt.delete(key);
      else yieldingUntil.set(key, now + yieldMs);
    },
  };
}

function createSlots({ clock, name, leaseMs, stock }: ObtainOptions): (want: Want) => Slot {
  let made = 0;
  return ({ key, most }) => {
    made += 1;
    const since = clock.monotonic();
    const room = stock.roomOf(key);
    const empty = { until: since + leaseMs, freeSince: undefined, isKept: false };
    return { key, most, holder: `${name}:${made}`, room, since, ...empty };
  };
}

// Counted synchronously, so two concurrent callers do not both get the last slot.
function used(slot: Slot | undefined): Slot | undefined {
  if (slot !== undefined) slot.room.used += 1;
  return slot;
}
