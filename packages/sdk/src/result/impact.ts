import type { EstimatedImpact } from "./hints.ts";
import { toRatio, unroundedRoi } from "./roi.ts";

export interface ImpactEstimate {
  /** 0 to 1. */
  readonly benefit: number;
  /** 0 to 1. */
  readonly effort: number;
  readonly affectedMetrics?: readonly string[];
}

/**
 * Estimates an impact. `roi` is computed and always finite.
 *
 * @example
 * ```ts
 * impact({ benefit: 0.85, effort: 0.2 }); // { benefit: 0.85, effort: 0.2, roi: 4.25 }
 * ```
 */
export function impact({ benefit, effort, affectedMetrics }: ImpactEstimate): EstimatedImpact {
  const bounded = { benefit: toRatio(benefit), effort: toRatio(effort) };
  const roi = Math.round(unroundedRoi(bounded.benefit, bounded.effort) * 100) / 100;
  return {
    ...bounded,
    roi,
    ...(affectedMetrics === undefined ? {} : { affectedMetrics: [...affectedMetrics] }),
  };
}
