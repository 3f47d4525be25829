/** Lower bound: an effort of zero would make every benefit infinite. */
const leastEffort = 0.01;

/**
 * Allowed difference between a stated and the computed `roi`. The second term absorbs binary
 * rounding.
 */
export const roiTolerance = 0.01 + 1e-9;

export function unroundedRoi(benefit: number, effort: number): number {
  return benefit === 0 ? 0 : benefit / Math.max(effort, leastEffort);
}

/** Clamps a number to 0 to 1. NaN counts as 0. */
export function toRatio(value: number): number {
  return Number.isNaN(value) ? 0 : Math.min(Math.max(value, 0), 1);
}
