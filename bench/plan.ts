import type { Amount } from "./load/measure.ts";

/** How much is measured. */
export interface Plan {
  readonly rounds: number;
  /** Programs that have not run for a while are measured while they are being compiled, and that is paid once. */
  readonly warmUp: Amount;
  readonly measured: Amount;
  readonly memoryCalls: number;
  /** How long the audit log alone is measured, for each number of writers. */
  readonly groupCommitMs: number;
  /** Whether gateways that are not installed may be fetched. */
  readonly mayFetch: boolean;
}

export const full: Plan = {
  rounds: 3,
  warmUp: { calls: 20_000, atMostMs: 10_000 },
  measured: { calls: 12_000, atMostMs: 6_000 },
  memoryCalls: 200_000,
  groupCommitMs: 3_000,
  mayFetch: true,
};

/** For CI: the same, with figures that are rougher. */
export const short: Plan = {
  rounds: 1,
  warmUp: { calls: 2_000, atMostMs: 500 },
  measured: { calls: 2_000, atMostMs: 600 },
  memoryCalls: 10_000,
  groupCommitMs: 500,
  mayFetch: false,
};
