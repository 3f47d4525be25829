/** An effort of nothing would make every benefit infinite. */
const leastEffort = 0.01;

/** How far a stated `roi` may lie from the computed one; the second part forgives binary fractions. */
export const roiTolerance = 0.01 + 1e-9;

export function unroundedRoi(benefit: number, effort: number): number {
  return benefit === 0 ? 0 : benefit / Math.max(effort, leastEffort);
}

/** The nearest number from 0 to 1; what is no number counts as nothing. */
export function toRatio(value: number): number {
  return Number.isNaN(value) ? 0 : Math.min(Math.max(value, 0), 1);
}
