import { toRatio } from "./roi.ts";

/** Evidence for or against an answer. */
export interface Signal {
  readonly name: string;
  /** From 0 (against) to 1 (for). */
  readonly value: number;
  /** Relative weight. Default: 1. */
  readonly weight?: number;
}

/**
 * Returns the weighted mean of the signals, from 0 to 1. Without signals it is 0.
 *
 * @example
 * ```ts
 * confidence([
 *   { name: "exact match", value: 1, weight: 3 },
 *   { name: "fresh", value: 0.6 },
 * ]); // 0.9
 * ```
 */
export function confidence(signals: readonly Signal[]): number {
  const weighed = signals.map(({ value, weight = 1 }) => ({
    value: toRatio(value),
    weight: Number.isFinite(weight) ? Math.max(weight, 0) : 0,
  }));
  // Normalized by the largest weight, so that huge weights cannot overflow the sum.
  const heaviest = Math.max(0, ...weighed.map(({ weight }) => weight));
  if (heaviest === 0) return 0;
  const shares = weighed.map(({ value, weight }) => ({ value, share: weight / heaviest }));
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  const mean = shares.reduce((sum, { value, share }) => sum + value * share, 0) / total;
  return toRatio(Math.round(mean * 10_000) / 10_000);
}
