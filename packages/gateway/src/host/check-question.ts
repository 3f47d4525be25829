import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import { Refusal } from "../errors/refusal.ts";

export interface QuestionPolicy {
  /** In characters. */
  readonly longest: number;
  readonly hasSecret: (text: string) => boolean;
}

/** Refuses a question that nobody could mean, or that no planner should see. */
export function checkQuestion(question: string, { longest, hasSecret }: QuestionPolicy): void {
  if (question.length > longest) throw new Refusal("question-too-long", { most: longest });
  if (withoutHiddenCharacters(question).removed > 0 || !question.isWellFormed()) {
    throw new Refusal("question-has-hidden-characters", {});
  }
  if (question.trim() === "") throw new Refusal("question-empty", {});
  if (hasSecret(question)) throw new Refusal("question-has-secret", {});
}
