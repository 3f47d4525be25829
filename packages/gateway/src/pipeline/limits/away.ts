import type { Clock } from "../../foundation/kernel/clock.ts";

/**
 * What holds while the shared store cannot be asked. `local`: each process counts for itself, with the
 * full limit. `refuse`: nothing passes. What the store holds may be lost, so being local is the default:
 * a limit that is too wide for a while does less harm than a gate that is closed.
 */
export type WhenAway = "local" | "refuse";

export interface AwayOptions {
  readonly clock: Clock;
  /** Called once each time the store goes away. */
  readonly onAway?: (error: unknown) => void;
  /** Called once each time it is back. */
  readonly onBack?: () => void;
}

/** Remembers that the store is away, for all who use it, so that nobody waits to hear it again. */
export interface Away {
  readonly isAway: () => boolean;
  readonly noticed: (error: unknown) => void;
  /** Asks now and then, behind the back of whoever goes on without the store. */
  readonly lookAgain: (ask: () => Promise<unknown>) => void;
  /** Has this called each time the store is back. */
  readonly whenBack: (listener: () => void) => void;
}

/** How long the store is left alone after it did not answer. */
export const pauseMs = 1_000;

export function createAway({ clock, onAway, onBack }: AwayOptions): Away {
  let isAway = false;
  let nextLook = 0;
  const listeners: (() => void)[] = [];

  const back = (): void => {
    if (!isAway) return;
    isAway = false;
    onBack?.();
    for (const listener of listeners) listener();
  };

  return {
    isAway: () => isAway,
    noticed: (error) => {
      nextLook = clock.monotonic() + pauseMs;
      if (isAway) return;
      isAway = true;
      onAway?.(error);
    },
    lookAgain: (ask) => {
      const now = clock.monotonic();
      if (!isAway || now < nextLook) return;
      nextLook = now + pauseMs;
      ask().then(back, () => undefined);
    },
    whenBack: (listener) => void listeners.push(listener),
  };
}
