import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { LimitStore } from "../../stores/limit-store.ts";
import type { Place } from "./place.ts";
import type { Stock } from "./stock.ts";

export interface KeepingOptions {
  readonly store: LimitStore;
  readonly clock: Clock;
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
  readonly letGo: (place: Place) => Promise<void>;
}

export function createKeeping(options: KeepingOptions, closing: AbortSignal): Keeping {
  const { store, clock, stock, leaseMs, idleMs, noticed } = options;
  let isKeeping = false;

  const letGo = async (place: Place): Promise<void> => {
    stock.remove(place);
    await store.leave(place.key, place.holder).catch(noticed);
  };

  const renew = async (place: Place): Promise<void> => {
    const { key, most, holder } = place;
    const sentAt = clock.monotonic();
    const isOurs = await store.enter(key, { holder, most, leaseMs });
    if (isOurs) place.until = sentAt + leaseMs;
    else stock.remove(place);
  };

  const keep = async (place: Place): Promise<void> => {
    const now = clock.monotonic();
    const { freeSince, until } = place;
    if (freeSince !== undefined && now - freeSince >= idleMs) await letGo(place);
    else if (until - now < (leaseMs * 2) / 3) await renew(place).catch(noticed);
  };

  const keepAll = async (): Promise<void> => {
    isKeeping = true;
    try {
      while (stock.places.size > 0) {
        await clock.sleep(Math.min(idleMs, leaseMs / 3), closing);
        await Promise.all([...stock.places].map(keep));
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
