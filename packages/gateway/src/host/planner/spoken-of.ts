import { functionWords, phraseEnds, requestWords } from "./closed-class.ts";
import { announces } from "./evidence.ts";
import type { Question } from "./mention.ts";
import type { Parameter } from "./parameters.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import { isUnitParameter } from "./unit-words.ts";
import { stemOf, type Token } from "./words.ts";

const requestStems = new Set([...requestWords].map((word) => stemOf(word)));
/** One stray word happens; two are something that was said. */
const mostStray = 1;

/** What is still to be had: tokens that no value took, parameters without a value. */
export interface Openness {
  readonly isFree: (at: number) => boolean;
  readonly isEmpty: (parameter: string) => boolean;
}

/**
 * The empty parameters that the question seems to speak of: by a word of their name that is not also
 * one about the tool, or, where any text would do, with words that nothing else explains.
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

/** Whether any words could be its value. */
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
