import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";

/**
 * The behavior while the shared store is unavailable. `local`: each process counts alone, with the
 * full limit. `refuse`: every call is refused. Default: `local`, because a limit that is too wide
 * for a while does less harm than an outage.
 */
export type WhenAway = "local" | "refuse";

export interface AwayOptions extends Pick<Runtime, "clock"> {
  /** Called once each time the store becomes unavailable. Default: none. */
  readonly onAway?: (error: unknown) => void;
  /** Called once each time the store is available again. Default: none. */
  readonly onBack?: () => void;
}

/** Shared record of the store's availability, so callers do not each wait for a timeout. */
export interface Away {
  readonly isAway: () => boolean;
  readonly noticed: (error: unknown) => void;
  /** Probes the store in the background from time to time, while callers go on without it. */
  readonly lookAgain: (ask: () => Promise<unknown>) => void;
  /** Registers a listener for each time the store is available again. */
  readonly whenBack: (listener: () => void) => void;
}

/** Pause after a failed request to the store. */
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
