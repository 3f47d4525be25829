import type { Family, Labels, Sample, Spread } from "./metrics.ts";

/** Families whose values are parts of a whole although they may fall. */
const summed = new Set(["toolcourt_quarantined_results"]);

/** Families that are 1 only if they are 1 everywhere. */
const least = new Set(["toolcourt_server_connected"]);

/**
 * Merges the families of several processes into those of one gateway: counters and histograms are
 * added up. A gauge describes the same thing in each process, so the worst value counts.
 */
export function mergeFamilies(all: readonly (readonly Family[])[]): readonly Family[] {
  const byName = Map.groupBy(all.flat(), ({ name }) => name);
  return [...byName.values()].flatMap((same) => {
    const [first, ...others] = same;
    return first === undefined ? [] : [others.reduce(mergeTwo, first)];
  });
}

function mergeTwo(one: Family, other: Family): Family {
  if ("spreads" in one) {
    if (!("spreads" in other)) return one;
    return { ...one, spreads: merged([...one.spreads, ...other.spreads], addSpreads) };
  }
  if ("spreads" in other) return one;
  return { ...one, samples: merged([...one.samples, ...other.samples], samplesOf(one)) };
}

function samplesOf({ kind, name }: Family): (one: Sample, other: Sample) => Sample {
  const combine = combineOf(kind, name);
  return (one, other) => ({ labels: one.labels, value: combine(one.value, other.value) });
}

function combineOf(kind: Family["kind"], name: string): (one: number, other: number) => number {
  if (kind === "counter" || summed.has(name)) return (one, other) => one + other;
  return least.has(name) ? Math.min : Math.max;
}

function addSpreads(one: Spread, other: Spread): Spread {
  return {
    labels: one.labels,
    count: one.count + other.count,
    sum: one.sum + other.sum,
    buckets: one.buckets.map((count, index) => count + (other.buckets[index] ?? 0)),
  };
}

function merged<Point extends { readonly labels: Labels }>(
  points: readonly Point[],
  merge: (one: Point, other: Point) => Point,
): readonly Point[] {
  const byLabels = Map.groupBy(points, ({ labels }) => JSON.stringify(labels));
  return [...byLabels.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.reduce(merge, first)],
  );
}
