import type { Clock } from "./clock.ts";

/** Time, identity, randomness and cancellation: everything that differs between two runs. */
export interface Runtime {
  readonly clock: Clock;
  /** Returns an id that was never used before. */
  readonly newId: () => string;
  /** From 0 up to 1. For jitter and sampling, never for secrets. */
  readonly random: () => number;
  /** Cryptographically strong bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Aborts when the work should stop. */
  readonly signal: AbortSignal;
}
