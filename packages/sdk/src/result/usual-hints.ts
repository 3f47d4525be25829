import { type HintsDraft, hints } from "./build-hints.ts";
import type { Signal } from "./confidence.ts";
import type { AgentHints, RelatedResource, SuggestedAction } from "./hints.ts";

/** What the usual cases leave to their caller: what speaks for the answer, and whatever else there is to say. */
export interface UsualHints extends Partial<Omit<HintsDraft, "confidence">> {
  readonly confidence: readonly Signal[];
}

/** A thing that a result is about. */
export type Subject = Omit<RelatedResource, "relevance"> & { readonly relevance?: number };

/** One thing was asked for and found. */
export function hintsForFound(subject: Subject, more: UsualHints): AgentHints {
  return hints({
    sourceQuality: "high",
    validityPeriod: "short",
    reasoning: "The thing that was asked for was found.",
    ...more,
    relatedResources: [{ relevance: 1, ...subject }, ...(more.relatedResources ?? [])],
  });
}

/** Nothing matched. */
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
  /** How many members the page has. */
  readonly shown: number;
  /** The parameters that give the next page, when there is one. */
  readonly next?: Readonly<Record<string, string | number>>;
}

/** One page of a list. An empty first page is `hintsForNothing`. */
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

/** Something was created, changed or removed. */
export function hintsForChange(subject: Subject, more: UsualHints): AgentHints {
  return hints({
    sourceQuality: "high",
    validityPeriod: "immediate",
    reasoning: "The change was made; what was read before may be out of date.",
    ...more,
    relatedResources: [{ relevance: 1, ...subject }, ...(more.relatedResources ?? [])],
  });
}
