import { type HintsDraft, hints } from "./build-hints.ts";
import type { Signal } from "./confidence.ts";
import type { AgentHints, RelatedResource, SuggestedAction } from "./hints.ts";

/** The caller's part of the usual hints: the confidence signals, and any overrides. */
export interface UsualHints extends Partial<Omit<HintsDraft, "confidence">> {
  readonly confidence: readonly Signal[];
}

/** A resource that a result is about. */
export type Subject = Omit<RelatedResource, "relevance"> & { readonly relevance?: number };

/** Builds hints for one requested resource that was found. */
export function hintsForFound(subject: Subject, more: UsualHints): AgentHints {
  return hints({
    sourceQuality: "high",
    validityPeriod: "short",
    reasoning: "The thing that was asked for was found.",
    ...more,
    relatedResources: [{ relevance: 1, ...subject }, ...(more.relatedResources ?? [])],
  });
}

/** Builds hints for a search without matches. */
export function hintsForNothing(more: UsualHints): AgentHints {
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

/** Builds hints for one page of a list. Use `hintsForNothing` for an empty first page. */
export function hintsForPage({ shown, next }: ShownPage, more: UsualHints): AgentHints {
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

/** Builds hints for a created, changed or removed resource. */
export function hintsForChange(subject: Subject, more: UsualHints): AgentHints {
  return hints({
    sourceQuality: "high",
    validityPeriod: "immediate",
    reasoning: "The change was made; what was read before may be out of date.",
    ...more,
    relatedResources: [{ relevance: 1, ...subject }, ...(more.relatedResources ?? [])],
  });
}
