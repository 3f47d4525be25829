import { functionWords, phraseEnds, requestWords } from "./closed-class.ts";
import { isUnitParameter } from "./closed-values.ts";
import { announces } from "./evidence.ts";
import type { Question } from "./mention.ts";
import type { Parameter } from "./parameters.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import { requestStems, type Token, tokenAt } from "./words.ts";

/** One stray word happens. Two are a statement. */
const maxStray = 1;

interface Left {
  /** Tokens that no value used. */
  readonly free: readonly Token[];
  /** Parameters without a value. */
  readonly open: readonly Parameter[];
}

/**
 * Returns the empty parameters the question seems to mention. Either a word of the name occurs that
 * is not about the tool, or a free-text parameter has unexplained words.
 */
export function spokenOf({ free, open }: Left, tool: PreparedTool): readonly string[] {
  const words = free.filter(({ kind }) => kind === "word");
  const isNamed = (parameter: Parameter): boolean =>
    words.some(
      (token) =>
        announces(parameter, token) === 3 && !token.stems.some((stem) => tool.topics.has(stem)),
    );
  const strays = words.filter((token) => isStray(token, tool));
  return open
    .filter((parameter) => isNamed(parameter) || (strays.length > maxStray && isOpen(parameter)))
    .map(({ name }) => name);
}

/** Returns whether any words could be its value. */
function isOpen(parameter: Parameter): boolean {
  if (parameter.kind === "list") return true;
  return parameter.kind === "text" && !isUnitParameter(parameter);
}

function isStray({ lower, stems }: Token, tool: PreparedTool): boolean {
  const bare = lower.replace(/['’].*$/u, "");
  if (functionWords.has(bare) || phraseEnds.has(bare)) return false;
  return !stems.some(
    (stem) => requestStems.has(stem) || tool.known.has(stem) || tool.words.has(stem),
  );
}

/** Lower-case words that are a value by their position. */
interface Phrase {
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
