import { functionWords, phraseEnds, requestWords } from "./closed-class.ts";
import { announces } from "./evidence.ts";
import type { Question } from "./mention.ts";
import type { Parameter } from "./parameters.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import { isUnitParameter } from "./unit-words.ts";
import { stemOf, type Token } from "./words.ts";

const requestStems = new Set([...requestWords].map((word) => stemOf(word)));
/** One stray word happens. Two are a statement. */
const mostStray = 1;

/** Tokens that no value used, and parameters without a value. */
export interface Openness {
  readonly isFree: (at: number) => boolean;
  readonly isEmpty: (parameter: string) => boolean;
}

/**
 * Returns the empty parameters the question seems to mention. Either a word of the name occurs that
 * is not about the tool, or a free-text parameter has unexplained words.
 */
export function spokenOf(
  { tokens }: Question,
  tool: PreparedTool,
  { isFree, isEmpty }: Openness,
): readonly string[] {
  const free = tokens.filter(({ kind }, at) => kind === "word" && isFree(at));
  const isNamed = (parameter: Parameter): boolean =>
    free.some(
      (token) =>
        announces(parameter, token) === 3 && !token.stems.some((stem) => tool.topics.has(stem)),
    );
  const strays = free.filter((token) => isStray(token, tool));
  return tool.parameters
    .filter(({ name }) => isEmpty(name))
    .filter((parameter) => isNamed(parameter) || (strays.length > mostStray && isOpen(parameter)))
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
