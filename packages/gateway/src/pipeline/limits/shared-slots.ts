import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { LimitStore } from "../../stores/limit-store.ts";
import type { Away, WhenAway } from "./away.ts";
import { createEntering, type Entering } from "./entering.ts";
import { createKeeping } from "./keep-slots.ts";
import { createObtain } from "./obtain-slot.ts";
import { Stock } from "./stock.ts";

/** Slots shared by all processes. This process releases its own on disposal. */
export type SharedSlots = Entering & AsyncDisposable;

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

/**
 * Limits concurrent calls across all processes. A freed slot is kept briefly for the next call, so
 * a busy process rarely waits for the store.
 */
export function createSharedSlots(options: SharedSlotsOptions): SharedSlots {
  const { store, clock, away, leaseMs = 15_000, idleMs = 200 } = options;
  const closing = new AbortController();
  const stock = new Stock();
  const keeping = createKeeping(
    { store, clock, stock, leaseMs, idleMs, noticed: away.noticed },
    closing.signal,
  );
  const obtain = createObtain({ ...options, leaseMs, stock, keeping });
  return {
    ...createEntering({ clock, obtain, stock, keeping }),
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await Promise.all([...stock.slots].map(keeping.letGo));
    },
  };
}
