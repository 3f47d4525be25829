import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";

export interface QuestionPolicy {
  /** In characters. */
  readonly longest: number;
  readonly hasSecret: (text: string) => boolean;
}

/** Refuses a meaningless question, and any question no planner may see. */
export function checkQuestion(question: string, { longest, hasSecret }: QuestionPolicy): void {
  const { length } = question;
  if (length > longest) throw new Refusal("question-too-long", { most: longest, length });
  const hidden = firstHidden(question);
  if (hidden !== undefined) throw new Refusal("question-has-hidden-characters", hidden);
  if (question.trim() === "") throw new Refusal("question-empty", {});
  if (hasSecret(question)) throw new Refusal("question-has-secret", {});
}

/** Finds the first character a reader cannot see. */
function firstHidden(
  question: string,
): { readonly character: string; readonly at: number } | undefined {
  const clean = withoutHiddenCharacters(question).text.toWellFormed();
  if (clean === question) return undefined;
  const kept = Array.from(clean);
  const all = Array.from(question);
  const index = all.findIndex((character, at) => character !== kept[at]);
  const code = all[index]?.codePointAt(0) ?? 0;
  return { character: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`, at: index + 1 };
}
