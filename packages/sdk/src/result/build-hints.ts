import type { ErrorClass } from "./failures.ts";
import {
  type AgentHints,
  type EstimatedImpact,
  type RelatedResource,
  type SuggestedAction,
  toRatio,
  unroundedRoi,
} from "./hints.ts";

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

/** Evidence for or against an answer. */
export interface Signal {
  readonly name: string;
  /** From 0 (against) to 1 (for). */
  readonly value: number;
  /** Relative weight. Default: 1. */
  readonly weight?: number;
}

/**
 * Returns the weighted mean of the signals, from 0 to 1. Without signals it is 0.
 *
 * @example
 * ```ts
 * confidence([
 *   { name: "exact match", value: 1, weight: 3 },
 *   { name: "fresh", value: 0.6 },
 * ]); // 0.9
 * ```
 */
export function confidence(signals: readonly Signal[]): number {
  const weighed = signals.map(({ value, weight = 1 }) => ({
    value: toRatio(value),
    weight: Number.isFinite(weight) ? Math.max(weight, 0) : 0,
  }));
  // Normalized by the largest weight, so that huge weights cannot overflow the sum.
  const heaviest = Math.max(0, ...weighed.map(({ weight }) => weight));
  if (heaviest === 0) return 0;
  const shares = weighed.map(({ value, weight }) => ({ value, share: weight / heaviest }));
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  const mean = shares.reduce((sum, { value, share }) => sum + value * share, 0) / total;
  return toRatio(Math.round(mean * 10_000) / 10_000);
}

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

export interface FailureForHints {
  readonly class: ErrorClass;
  readonly retryable: boolean;
  /** Remedy, in one sentence. */
  readonly next: string;
  /** Problems with the input, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Builds the hints of a failure: how to correct it, when to retry, and zero confidence.
 *
 * @example
 * ```ts
 * const agentHints = hintsForFailure({
 *   class: "validation",
 *   retryable: false,
 *   next: "Give the id of a card.",
 *   problems: ["The member cardId is missing."],
 * });
 * ```
 */
export function hintsForFailure(failure: FailureForHints): AgentHints {
  const { next, problems } = failure;
  const warnings = problems.map((message) => ({
    type: "validation" as const,
    severity: "high" as const,
    message,
    autoFixable: false,
  }));
  return hints({
    confidence: [{ name: "the tool answered", value: 0 }],
    sourceQuality: "unknown",
    validityPeriod: "immediate",
    suggestedNextActions: actionsFor(failure),
    reasoning: next,
    ...(warnings.length === 0 ? {} : { warnings }),
  });
}

function actionsFor({ class: kind, retryable, next }: FailureForHints): SuggestedAction[] {
  if (kind === "validation") {
    return [
      { action: "correct-input", priority: "high", category: "correction", description: next },
    ];
  }
  return retryable
    ? [{ action: "retry-call", priority: "medium", category: "correction", description: next }]
    : [];
}

/** The caller's part of ready-made hints: the confidence signals, and any overrides. */
export interface HintsOverrides extends Partial<Omit<HintsDraft, "confidence">> {
  readonly confidence: readonly Signal[];
}

/** A resource that a result is about. */
export type Subject = Omit<RelatedResource, "relevance"> & { readonly relevance?: number };

/**
 * Builds hints for one requested resource that was found.
 *
 * @example
 * ```ts
 * const agentHints = hintsForFound(
 *   { type: "card", id: "card_456", label: "Lisp" },
 *   { confidence: [{ name: "found by id", value: 1 }] },
 * );
 * ```
 */
export function hintsForFound(subject: Subject, more: HintsOverrides): AgentHints {
  return hints({
    sourceQuality: "high",
    validityPeriod: "short",
    reasoning: "The thing that was asked for was found.",
    ...more,
    relatedResources: [{ relevance: 1, ...subject }, ...(more.relatedResources ?? [])],
  });
}

/**
 * Builds hints for a search without matches.
 *
 * @example
 * ```ts
 * const agentHints = hintsForNothing({ confidence: [{ name: "searched all cards", value: 1 }] });
 * ```
 */
export function hintsForNothing(more: HintsOverrides): AgentHints {
  const widen: SuggestedAction = {
    action: "widen-search",
    priority: "medium",
    category: "exploration",
    expectedOutcome: "Fewer conditions may match something.",
  };
  return hints({
    sourceQuality: "high",
    validityPeriod: "short",
    reasoning: "Nothing matched what was asked for.",
    ...more,
    suggestedNextActions: more.suggestedNextActions ?? [widen],
  });
}

export interface ShownPage {
  /** Number of members on the page. */
  readonly shown: number;
  /** Parameters of the next page. Absent on the last one. */
  readonly next?: Readonly<Record<string, string | number>>;
}

/**
 * Builds hints for one page of a list. Use `hintsForNothing` for an empty first page.
 *
 * @example
 * ```ts
 * const agentHints = hintsForPage(
 *   { shown: 20, next: { offset: 20 } },
 *   { confidence: [{ name: "read from the index", value: 1 }] },
 * );
 * ```
 */
export function hintsForPage({ shown, next }: ShownPage, more: HintsOverrides): AgentHints {
  const nextPage: SuggestedAction[] =
    next === undefined
      ? []
      : [
          {
            action: "get-next-page",
            priority: "medium",
            category: "exploration",
            data: { ...next },
            expectedOutcome: "The next members of the list.",
            reversible: true,
          },
        ];
  return hints({
    sourceQuality: "high",
    validityPeriod: "short",
    reasoning: `This page has ${shown} members and is ${next === undefined ? "the last" : "not the last"}.`,
    ...more,
    suggestedNextActions: [...(more.suggestedNextActions ?? []), ...nextPage],
  });
}

/**
 * Builds hints for a created, changed or removed resource.
 *
 * @example
 * ```ts
 * const agentHints = hintsForChange(
 *   { type: "card", id: "card_456", label: "Lisp" },
 *   { confidence: [{ name: "stored", value: 1 }] },
 * );
 * ```
 */
export function hintsForChange(subject: Subject, more: HintsOverrides): AgentHints {
  return hints({
    sourceQuality: "high",
    validityPeriod: "immediate",
    reasoning: "The change was made; what was read before may be out of date.",
    ...more,
    relatedResources: [{ relevance: 1, ...subject }, ...(more.relatedResources ?? [])],
  });
}
