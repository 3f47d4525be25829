import { hints } from "./build-hints.ts";
import type { ErrorClass } from "./failures.ts";
import type { AgentHints, SuggestedAction } from "./hints.ts";

export interface FailureForHints {
  readonly class: ErrorClass;
  readonly retryable: boolean;
  /** Remedy, in one sentence. */
  readonly next: string;
  /** Problems with the input, one sentence each. */
  readonly problems: readonly string[];
}

/** Builds the hints of a failure: how to correct it, when to retry, and zero confidence. */
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
