import type { ResultShown, SummaryShown } from "./answer.ts";
import { createSource } from "./grounding/source.ts";
import type { Mode } from "./grounding/verify.ts";
import { hasContent, isEmpty, quotable } from "./show-result.ts";
import { type BulletShown, type Summarizing, summarizeResult } from "./summarize-result.ts";

/** A result, and how to present it. */
export interface ResultToAnswer extends Summarizing {
  readonly question: string;
  /** Whether the pipeline has validated it against an output schema. */
  readonly isTyped: boolean;
  readonly summary: "off" | Mode;
  readonly signal: AbortSignal;
}

/** Answers with a result. Only a typed, successful, non-empty result gets a summary. */
export async function* answerResult({
  question,
  isTyped,
  summary,
  signal,
  ...called
}: ResultToAnswer): AsyncGenerator<BulletShown, ResultShown | SummaryShown> {
  const { call, result } = called;
  const shown: ResultShown = { kind: "tool_result", call, result };
  const refuse = (reason: string): Pick<ResultShown, "refused"> =>
    summary === "off" ? {} : { refused: { part: "summary", reasons: [reason] } };
  if (result.isError) return { ...shown, ...refuse("tool-error"), note: notes.failed };
  const said = isTyped ? quotable(result) : undefined;
  if (said === undefined ? !hasContent(result.content) : isEmpty(said)) {
    return { ...shown, ...refuse("result-empty"), note: notes.empty };
  }
  if (said === undefined) {
    const refused = { part: "parsing", reasons: ["output-untyped"] } as const;
    return { ...shown, refused, note: notes.untyped };
  }
  if (summary === "off") return shown;
  return yield* summarizeResult(called, {
    question,
    source: createSource(said),
    mode: summary,
    signal,
  });
}

const notes = {
  failed: "The tool says that it failed.",
  empty: "The tool returned nothing.",
  untyped: "The tool does not say what form its result has, so nothing is said about it.",
};
