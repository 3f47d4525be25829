import { confidence, type Signal } from "./confidence.ts";
import type { AgentHints } from "./hints.ts";
import { type ImpactEstimate, impact } from "./impact.ts";

/** Hints without the members that are computed or usually empty. */
export interface HintsDraft
  extends Partial<Omit<AgentHints, "confidence" | "estimatedImpact" | "validityPeriod">> {
  /** Signals from which the confidence is computed. */
  readonly confidence: readonly Signal[];
  readonly sourceQuality: AgentHints["sourceQuality"];
  readonly validityPeriod: AgentHints["validityPeriod"];
  /** Impact of following the suggestions. Default: no benefit, no effort. */
  readonly impact?: ImpactEstimate;
}

/**
 * Completes hints: computes confidence and roi, and fills the required lists that are empty.
 *
 * @example
 * ```ts
 * const agentHints = hints({
 *   confidence: [{ name: "exact match", value: 1 }],
 *   sourceQuality: "high",
 *   validityPeriod: "short",
 *   reasoning: "The card was found by its id.",
 * });
 * ```
 */
export function hints(draft: HintsDraft): AgentHints {
  const { confidence: signals, impact: estimate = { benefit: 0, effort: 0 }, ...given } = draft;
  return {
    suggestedNextActions: [],
    relatedResources: [],
    contextNeeded: [],
    assumptions: [],
    riskFactors: [],
    dependencies: [],
    preferenceAlignment: [],
    ...given,
    confidence: confidence(signals),
    estimatedImpact: impact(estimate),
  };
}
