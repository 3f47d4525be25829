import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { LimitStore } from "../../stores/limit-store.ts";
import type { Slot, Stock } from "./stock.ts";

export interface KeepingOptions extends Pick<Runtime, "clock"> {
  readonly store: LimitStore;
  readonly stock: Stock;
  readonly leaseMs: number;
  /** How long an unused slot is kept. */
  readonly idleMs: number;
  readonly noticed: (error: unknown) => void;
}

/** Renews the slots in use and releases the others, while there are any. */
export class Keeping {
  readonly #options: KeepingOptions;
  readonly #closing: AbortSignal;
  #isKeeping = false;

  constructor(options: KeepingOptions, closing: AbortSignal) {
    this.#options = options;
    this.#closing = closing;
  }

  /** Call after adding a slot. */
  start(): void {
    if (this.#isKeeping || this.#closing.aborted) return;
    void this.#keepAll().catch(() => undefined);
  }

  async letGo(slot: Slot): Promise<void> {
    const { stock, store, noticed } = this.#options;
    stock.remove(slot);
    await store.leave(slot.key, slot.holder).catch(noticed);
  }

  async #keepAll(): Promise<void> {
    const { clock, stock, leaseMs, idleMs } = this.#options;
    this.#isKeeping = true;
    try {
      while (stock.slots.size > 0) {
        await clock.sleep(Math.min(idleMs, leaseMs / 3), this.#closing);
        await Promise.all([...stock.slots].map((slot) => this.#keep(slot)));
      }
    } finally {
      // Synchronous with the last check: a slot added right after it restarts the keeper.
      this.#isKeeping = false;
    }
  }

  async #keep(slot: Slot): Promise<void> {
    const { clock, leaseMs, idleMs, noticed } = this.#options;
    const now = clock.monotonic();
    const { freeSince, until } = slot;
    if (freeSince !== undefined && now - freeSince >= idleMs) await this.letGo(slot);
    else if (until - now < (leaseMs * 2) / 3) await renew(slot, this.#options).catch(noticed);
  }
}

async function renew(slot: Slot, { store, clock, stock, leaseMs }: KeepingOptions): Promise<void> {
  const { key, max, holder } = slot;
  const sentAt = clock.monotonic();
  const isOurs = await store.enter(key, { holder, max, leaseMs });
  if (isOurs) slot.until = sentAt + leaseMs;
  else stock.remove(slot);
}
