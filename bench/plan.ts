import type { Amount } from "./load/measure.ts";

/** How much is measured. */
export interface Plan {
  readonly rounds: number;
  /** Keeps one-time JIT compilation out of the figures. */
  readonly warmUp: Amount;
  readonly measured: Amount;
  readonly memoryCalls: number;
  /** How often each command is started. */
  readonly starts: number;
  /** How long to measure the audit log alone, per number of writers. */
  readonly groupCommitMs: number;
  /** Whether missing gateways may be fetched from npm. */
  readonly mayFetch: boolean;
}

export const full: Plan = {
  rounds: 3,
  warmUp: { calls: 20_000, maxMs: 10_000 },
  measured: { calls: 12_000, maxMs: 6_000 },
  memoryCalls: 200_000,
  starts: 15,
  groupCommitMs: 3_000,
  mayFetch: true,
};

/** For CI: the same measurements with rougher figures. */
export const short: Plan = {
  rounds: 1,
  warmUp: { calls: 2_000, maxMs: 500 },
  measured: { calls: 2_000, maxMs: 600 },
  memoryCalls: 10_000,
  starts: 5,
  groupCommitMs: 500,
  mayFetch: false,
};
