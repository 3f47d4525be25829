/** Formats a share with its 95% confidence interval (Wilson). */
export function intervalOf(hits: number, of: number): string {
  if (of === 0) return "of none";
  const z = 1.96;
  const share = hits / of;
  const scale = 1 + (z * z) / of;
  const middle = (share + (z * z) / (2 * of)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return `95 % interval ${written(Math.max(0, middle - half))} to ${written(middle + half)}, of ${of}`;
}

/** Returns the area under the ROC curve with its interval (Hanley and McNeil). */
export function areaUnderCurve(
  above: readonly number[],
  below: readonly number[],
): { readonly area: number; readonly interval: string } {
  let wins = 0;
  for (const high of above)
    for (const low of below) wins += high > low ? 1 : high === low ? 0.5 : 0;
  const [m, n] = [above.length, below.length];
  const area = wins / (m * n);
  const [q1, q2] = [area / (2 - area), (2 * area * area) / (1 + area)];
  const variance =
    (area * (1 - area) + (m - 1) * (q1 - area * area) + (n - 1) * (q2 - area * area)) / (m * n);
  const half = 1.96 * Math.sqrt(variance);
  return {
    area,
    interval: `95 % interval ${written(area - half)} to ${written(Math.min(1, area + half))}, ${m} against ${n}`,
  };
}

/** Lists the most common reasons with their counts. */
export function tallied(reasons: readonly string[], most = 4): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, most);
  return sorted.map(([reason, count]) => `${count} ${reason}`).join(", ");
}

function written(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
