import { createSerial } from "@toolcourt/contracts/internal/kernel/serial";
import { emptyLock, type Lock } from "@toolcourt/contracts/internal/lock/lock";
import type { RelaysDeps } from "../relays/create-relays.ts";
import type { GatewayDeps } from "./open-gateway.ts";

/** The lock has two writers in a gateway. Each saves its own part. */
export interface SharedLock {
  /** For the registry. Keeps the prompts and templates that were saved. */
  readonly saveLock: (lock: Lock) => Promise<void>;
  /** For the relays. Keeps the tools that were saved. */
  readonly locked: RelaysDeps["locked"];
}

export function shareLock({
  lock = emptyLock,
  saveLock,
  frozen,
}: Pick<GatewayDeps, "lock" | "saveLock" | "frozen">): SharedLock {
  let saved = lock;
  // Serialized: overlapping writes would each lose the part of the other.
  const serial = createSerial();
  const write = (next: () => Lock): Promise<void> =>
    serial(async () => {
      const made = next();
      await saveLock(made);
      saved = made;
    });
  return {
    saveLock: (next) =>
      write(() => (saved.items === undefined ? next : { ...next, items: saved.items })),
    locked: {
      items: lock.items,
      save: (items) => write(() => ({ ...saved, items })),
      frozen,
    },
  };
}
