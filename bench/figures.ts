/** What one subject spent on one slice of calls. */
export interface Slice {
  readonly cpuUs: number;
  readonly perSecond: number;
  readonly p50Ms: number;
}

/** A subject's figures in one comparison. */
export interface Figures {
  /** CPU time of all threads per call: the 25th percentile of the slices. */
  readonly cpuUs: number;
  /** Against the raw proxy's in the same comparison. */
  readonly timesRaw: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  /** Calls from a cold start until the cost stays within 1.1 times the settled one. */
  readonly settledAfter?: number;
  readonly residentMb: number;
}

export interface Slices {
  /** One slice per round, from the first call on. */
  readonly own: readonly Slice[];
  /** The raw proxy's slices of the same rounds. */
  readonly raw: readonly Slice[];
  readonly callsPerSlice: number;
  /** The first rounds, which only warm up. */
  readonly warmRounds: number;
}

/**
 * Returns the value below which a share of the values lies. Neighbors on the machine only add time,
 * so the 25th percentile of slices repeats better than their mean or median.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function figuresOf(slices: Slices, residentMb: number): Figures {
  const { own, warmRounds } = slices;
  const measured = own.slice(warmRounds);
  const cpuUs = costOf(measured);
  const settledAfter = callsUntilSettled(slices);
  return {
    cpuUs,
    timesRaw: cpuUs / costOf(slices.raw.slice(warmRounds)),
    perSecond: percentile(
      measured.map(({ perSecond }) => perSecond),
      0.75,
    ),
    p50Ms: percentile(
      measured.map(({ p50Ms }) => p50Ms),
      0.25,
    ),
    ...(settledAfter !== undefined && { settledAfter }),
    residentMb,
  };
}

function costOf(slices: readonly Slice[]): number {
  return percentile(
    slices.map(({ cpuUs }) => cpuUs),
    0.25,
  );
}

const window = 5;
const settledWithin = 1.1;

/**
 * Compares windows of five slices, each against the raw proxy's, so that a busy minute of the
 * machine is no warm-up. Returns undefined if no window of the warm-up comes close.
 */
export function callsUntilSettled(slices: Slices): number | undefined {
  const { own, raw, warmRounds, callsPerSlice } = slices;
  const costFrom = (from: number, to: number): number =>
    costOf(own.slice(from, to)) / costOf(raw.slice(from, to));
  const settled = costFrom(warmRounds, own.length);
  for (let from = 0; from + window <= warmRounds; from += 1) {
    if (costFrom(from, from + window) <= settled * settledWithin) {
      return (from + window) * callsPerSlice;
    }
  }
  return undefined;
}
