import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { LimitStore } from "../../stores/limit-store.ts";
import type { Away, WhenAway } from "./away.ts";
import { Keeping } from "./keep-slots.ts";
import { Obtain } from "./obtain-slot.ts";
import { type Slot, Stock, type Want } from "./stock.ts";

export interface SharedSlotsOptions extends Pick<Runtime, "clock"> {
  readonly store: LimitStore;
  readonly away: Away;
  readonly whenAway?: WhenAway;
  /** Unique name of this process. */
  readonly name: string;
  /** Lease duration: after it the slots of a killed process are free again. Default: 15 s. */
  readonly leaseMs?: number;
  readonly idleMs?: number;
}

/** How long a process uses a slot before others get a turn. */
const turnMs = 1_000;

/**
 * Limits concurrent calls across all processes: acquires a slot in each of `wants`, or none at all.
 * A freed slot is kept briefly for the next call, so a busy process rarely waits for the store. This
 * process releases its own slots on disposal.
 */
export class SharedSlots implements AsyncDisposable {
  readonly #clock: SharedSlotsOptions["clock"];
  readonly #stock = new Stock();
  readonly #closing = new AbortController();
  readonly #keeping: Keeping;
  readonly #obtain: Obtain;

  constructor(options: SharedSlotsOptions) {
    const { away, leaseMs = 15_000, idleMs = 200 } = options;
    const shared = { ...options, leaseMs, idleMs, stock: this.#stock, noticed: away.noticed };
    this.#clock = options.clock;
    this.#keeping = new Keeping(shared, this.#closing.signal);
    this.#obtain = new Obtain({ ...shared, keeping: this.#keeping });
  }

  /** Acquires synchronously, if this process has free slots or works without the store. */
  take(wants: readonly Want[]): readonly Slot[] | undefined {
    const now = this.#clock.monotonic();
    const slots: Slot[] = [];
    for (const want of wants) {
      const slot = this.#takeOne(want, now);
      if (slot === undefined) break;
      slots.push(slot);
    }
    return this.#allOrNone(slots, wants.length);
  }

  /** Acquires like `take`, with missing slots from the store. Never waits for others to leave. */
  async ask(wants: readonly Want[]): Promise<readonly Slot[] | undefined> {
    const slots: Slot[] = [];
    for (const want of wants) {
      const slot = this.#takeOne(want, this.#clock.monotonic()) ?? (await this.#obtain.slot(want));
      if (slot === undefined) break;
      slots.push(slot);
    }
    return this.#allOrNone(slots, wants.length);
  }

  leave(slots: readonly Slot[]): void {
    const now = this.#clock.monotonic();
    for (const slot of slots) this.#leaveOne(slot, now);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#stock.slots].map((slot) => this.#keeping.letGo(slot)));
  }

  #takeOne(want: Want, now: number): Slot | undefined {
    const room = this.#stock.roomOf(want.key);
    // Calls admitted without the store are unknown to it, so its free slots are not all free here.
    const slot = room.used < want.max ? this.#stock.takeFree(room, now) : undefined;
    if (slot === undefined) return this.#obtain.withoutStore(want);
    room.used += 1;
    return slot;
  }

  #allOrNone(slots: readonly Slot[], count: number): readonly Slot[] | undefined {
    if (slots.length === count) return slots;
    this.leave(slots);
    return undefined;
  }

  #leaveOne(slot: Slot, now: number): void {
    slot.room.used -= 1;
    if (!slot.isKept) return;
    if (now - slot.since < turnMs) {
      this.#stock.putBack(slot, now);
      return;
    }
    this.#obtain.yieldTurn(slot.key);
    void this.#keeping.letGo(slot);
  }
}
