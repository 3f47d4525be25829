/** A value at a time, in hours since the first sample. */
export interface Sample {
  readonly hours: number;
  readonly value: number;
}

/** The slope of a series, with its interval of 95 % confidence. All per hour. */
export interface Slope {
  readonly perHour: number;
  readonly low: number;
  readonly high: number;
  readonly mean: number;
}

/** How much a series may grow over the judged time. The larger one counts. */
export interface Allowance {
  /** Of its mean: 0.02 for two per cent. */
  readonly share: number;
  readonly least: number;
}

export interface Verdict extends Slope {
  readonly name: string;
  /** Growth over the judged time, by the slope. */
  readonly growth: number;
  readonly allowed: number;
  readonly isFlat: boolean;
}

/** Fewer samples say nothing about a slope. */
export const leastSamples = 8;

/**
 * Judges the second half of a series: the first one warms caches and compiles functions. It grows if
 * its slope is above zero by the whole interval, and the growth is more than allowed.
 */
export function judge(name: string, samples: readonly Sample[], allowance: Allowance): Verdict {
  const half = samples.slice(Math.floor(samples.length / 2));
  if (half.length < leastSamples)
    throw new RangeError(`${name} has ${half.length} samples, too few to be judged. Soak longer.`);
  const slope = slopeOf(half);
  const hours = (half.at(-1)?.hours ?? 0) - (half[0]?.hours ?? 0);
  const growth = slope.perHour * hours;
  const allowed = Math.max(allowance.least, allowance.share * slope.mean);
  return { name, ...slope, growth, allowed, isFlat: slope.low <= 0 || growth <= allowed };
}

/** Fits a line by least squares. */
export function slopeOf(samples: readonly Sample[]): Slope {
  const count = samples.length;
  const meanHours = meanOf(samples.map(({ hours }) => hours));
  const mean = meanOf(samples.map(({ value }) => value));
  let [squares, products] = [0, 0];
  for (const { hours, value } of samples) {
    squares += (hours - meanHours) ** 2;
    products += (hours - meanHours) * (value - mean);
  }
  const perHour = products / squares;
  let residual = 0;
  for (const { hours, value } of samples) {
    residual += (value - mean - perHour * (hours - meanHours)) ** 2;
  }
  const margin = studentT(count - 2) * Math.sqrt(residual / (count - 2) / squares);
  return { perHour, low: perHour - margin, high: perHour + margin, mean };
}

/**
 * The 97.5 % point of Student's distribution, by the first terms of its expansion around the normal
 * one. Exact to 1 % from six degrees of freedom on.
 */
function studentT(degrees: number): number {
  const z = 1.959_964;
  const first = (z ** 3 + z) / (4 * degrees);
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
  return z + first + second;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
