import { functionWords, phraseEnds, requestWords } from "./closed-class.ts";
import { announces } from "./evidence.ts";
import type { Question } from "./mention.ts";
import type { Parameter } from "./parameters.ts";
import { type Token, tokenAt } from "./words.ts";

/** Lower-case words that are a value by their position. */
export interface Phrase {
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

/** Returns the word right before the parameter's name: "a hill slope", "vegan diet". */
export function modifierFor(
  { tokens }: Question,
  parameter: Parameter,
  topics: ReadonlySet<string>,
): Phrase | undefined {
  const at = tokens.findIndex((token) => announces(parameter, token) === 3);
  const before = tokenAt(tokens, at - 1);
  if (at < 1 || !isTelling(before) || before.stems.some((stem) => topics.has(stem)))
    return undefined;
  return { text: before.text, first: at - 1, last: at - 1 };
}

function isTelling({ kind, lower }: Token): boolean {
  return (
    kind === "word" &&
    !functionWords.has(lower) &&
    !phraseEnds.has(lower) &&
    !requestWords.has(lower)
  );
}
