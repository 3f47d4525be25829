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
export interface Keeping {
  /** Call after adding a slot. */
  readonly start: () => void;
  readonly letGo: (slot: Slot) => Promise<void>;
}

export function createKeeping(options: KeepingOptions, closing: AbortSignal): Keeping {
  const { store, clock, stock, leaseMs, idleMs, noticed } = options;
  let isKeeping = false;

  const letGo = async (slot: Slot): Promise<void> => {
    stock.remove(slot);
    await store.leave(slot.key, slot.holder).catch(noticed);
  };

  const renew = async (slot: Slot): Promise<void> => {
    const { key, most, holder } = slot;
    const sentAt = clock.monotonic();
    const isOurs = await store.enter(key, { holder, most, leaseMs });
    if (isOurs) slot.until = sentAt + leaseMs;
    else stock.remove(slot);
  };

  const keep = async (slot: Slot): Promise<void> => {
    const now = clock.monotonic();
    const { freeSince, until } = slot;
    if (freeSince !== undefined && now - freeSince >= idleMs) await letGo(slot);
    else if (until - now < (leaseMs * 2) / 3) await renew(slot).catch(noticed);
  };

  const keepAll = async (): Promise<void> => {
    isKeeping = true;
    try {
      while (stock.slots.size > 0) {
        await clock.sleep(Math.min(idleMs, leaseMs / 3), closing);
        await Promise.all([...stock.slots].map(keep));
      }
    } finally {
      // Synchronous with the last check: a slot added right after it restarts the keeper.
      isKeeping = false;
    }
  };

  return {
    letGo,
    start: () => {
      if (isKeeping || closing.aborted) return;
      void keepAll().catch(() => undefined);
    },
  };
}
