/**
 * Estimates a quantile of a histogram in milliseconds, as Prometheus does: linear within a bucket.
 * Null without a call. `buckets` has the calls up to each boundary, in seconds.
 */
export function quantileOf(quantile: number, buckets: ReadonlyMap<number, number>): number | null {
  const sorted = [...buckets].toSorted(([a], [b]) => a - b);
  const rank = quantile * (sorted.at(-1)?.[1] ?? 0);
  if (rank === 0) return null;
  const at = sorted.findIndex(([, count]) => count >= rank);
  const [upper, count] = sorted[at] ?? [0, 0];
  const [lower, before] = sorted[at - 1] ?? [0, 0];
  // The last bucket has no upper boundary.
  const seconds =
    upper === Number.POSITIVE_INFINITY
      ? lower
      : lower + (upper - lower) * ((rank - before) / (count - before));
  return Math.round(seconds * 1e5) / 100;
}
