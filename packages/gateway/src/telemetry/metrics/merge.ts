import type { MetricName } from "./declared.ts";
import type { Exemplar, Family, Labels, Sample, Spread } from "./metrics.ts";

/** Families whose values are parts of a whole although they may fall. */
const summed: ReadonlySet<string> = new Set<MetricName>([
  "toolcourt_quarantined_results",
  "toolcourt_calls_running",
  "toolcourt_calls_waiting",
  "toolcourt_slots_used",
  "toolcourt_circuits_paused",
  "toolcourt_audit_waiting",
  "process_resident_memory_bytes",
]);

/** Families whose least value is the worst, such as those that are 1 only if all are. */
const least: ReadonlySet<string> = new Set<MetricName>([
  "toolcourt_server_connected",
  "toolcourt_ready",
  "toolcourt_tls_certificate_expires_seconds",
  "process_start_time_seconds",
]);

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
    exemplars: laterOf(one.exemplars, other.exemplars),
  };
}

/** Returns the later exemplar of each bucket. A gap became null on its way between processes. */
function laterOf(one: Spread["exemplars"], other: Spread["exemplars"]): Spread["exemplars"] {
  if (one === undefined || other === undefined) return one ?? other;
  return one.map((each, index) => later(each, other[index]) ?? undefined);
}

type Sent = Exemplar | null | undefined;

function later(one: Sent, other: Sent): Sent {
  return (one?.at ?? 0) < (other?.at ?? 0) ? other : one;
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
