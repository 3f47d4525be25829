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

/** How long a shortage is remembered. */
const scarceMs = 1_000;
/** Longer than the poll interval of others. */
const yieldMs = 60;

export class Obtain {
  readonly #options: ObtainOptions;
  readonly #deniedAt = new Map<string, number>();
  readonly #yieldingUntil = new Map<string, number>();
  #made = 0;

  constructor(options: ObtainOptions) {
    this.#options = options;
  }

  /** Returns a slot without the store, if this process has not used up the limit. */
  withoutStore(want: Want): Slot | undefined {
    return this.#options.away.isAway() ? used(this.#alone(want)) : undefined;
  }

  /** Returns a slot from the store, or without it if it turns out to be unavailable. */
  async slot(want: Want): Promise<Slot | undefined> {
    const { away, stock } = this.#options;
    if (away.isAway()) return used(this.#alone(want));
    if (stock.roomOf(want.key).used >= want.max) return undefined;
    try {
      return used(await this.#fromStore(want));
    } catch (error) {
      away.noticed(error);
      return used(this.#alone(want));
    }
  }

  /** Pauses requests briefly after a recent shortage, so others get a turn. */
  yieldTurn(key: string): void {
    const denied = this.#deniedAt.get(key);
    if (denied === undefined) return;
    const now = this.#options.clock.monotonic();
    if (now - denied > scarceMs) this.#deniedAt.delete(key);
    else this.#yieldingUntil.set(key, now + yieldMs);
  }

  #alone(want: Want): Slot | undefined {
    const { store, name, whenAway = "local", away, stock } = this.#options;
    away.lookAgain(() => store.leave(want.key, name));
    const isRoom = whenAway === "local" && stock.roomOf(want.key).used < want.max;
    return isRoom ? this.#slotFor(want) : undefined;
  }

  async #fromStore(want: Want): Promise<Slot | undefined> {
    const { store, clock, leaseMs, stock, keeping } = this.#options;
    const { key, max } = want;
    const now = clock.monotonic();
    if ((this.#yieldingUntil.get(key) ?? 0) > now) return undefined;
    const slot = this.#slotFor(want);
    if (await store.enter(key, { holder: slot.holder, max, leaseMs })) {
      stock.add(slot);
      keeping.start();
      return slot;
    }
    this.#deniedAt.set(key, now);
    return undefined;
  }

  #slotFor({ key, max }: Want): Slot {
    const { clock, name, leaseMs, stock } = this.#options;
    this.#made += 1;
    const since = clock.monotonic();
    const room = stock.roomOf(key);
    const empty = { until: since + leaseMs, freeSince: undefined, isKept: false };
    return { key, max, holder: `${name}:${this.#made}`, room, since, ...empty };
  }
}

// Counted synchronously, so two concurrent callers do not both get the last slot.
function used(slot: Slot | undefined): Slot | undefined {
  if (slot !== undefined) slot.room.used += 1;
  return slot;
}
