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

/** Pause after a failed request to the store. */
export const pauseMs = 1_000;

/** Shared record of the store's availability, so callers do not each wait for a timeout. */
export class Away {
  readonly #options: AwayOptions;
  readonly #listeners: (() => void)[] = [];
  #isAway = false;
  #nextLook = 0;

  constructor(options: AwayOptions) {
    this.#options = options;
  }

  isAway(): boolean {
    return this.#isAway;
  }

  /** Callers hand it on as a listener. */
  readonly noticed = (error: unknown): void => {
    this.#nextLook = this.#options.clock.monotonic() + pauseMs;
    if (this.#isAway) return;
    this.#isAway = true;
    this.#options.onAway?.(error);
  };

  /** Probes the store in the background from time to time, while callers go on without it. */
  lookAgain(ask: () => Promise<unknown>): void {
    const now = this.#options.clock.monotonic();
    if (!this.#isAway || now < this.#nextLook) return;
    this.#nextLook = now + pauseMs;
    ask().then(
      () => this.#back(),
      () => undefined,
    );
  }

  /** Registers a listener for each time the store is available again. */
  whenBack(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #back(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#options.onBack?.();
    for (const listener of this.#listeners) listener();
  }
}
