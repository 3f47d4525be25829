import { requestWords } from "./closed-class.ts";
import { type Meanings, ofLengthOne } from "./meanings.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import type { Reading } from "./reading.ts";

/** Scores how similar the question and each tool are in meaning, from -1 to 1, in tool order. */
export type Likeness = (asked: ReadonlySet<string>) => Float32Array;

/** Low, because request words say little about the topic. */
export const requestWeight = 0.3;
/** High, because names are chosen to tell tools apart. */
export const nameWeight = 2;
/** Low, because a parameter name describes only the parameter. */
export const parameterWeight = 0.5;

/**
 * Stores the meaning vector of every tool in one array, so comparing a question with a thousand
 * tools is one pass. A word that many tools share counts less.
 */
export function createLikeness(
  tools: readonly PreparedTool[],
  meanings: Meanings,
  reading: Reading,
): Likeness {
  const { dimensions } = meanings;
  const weights = tools.map((tool) => weightsOf(tool, reading));
  const counts = new Map<string, number>();
  for (const words of weights)
    for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const held = new Float32Array(tools.length * dimensions);
  weights.forEach((words, at) => {
    const weightOf = (word: string): number =>
      (words.get(word) ?? 0) * Math.sqrt(Math.log(1 + tools.length / (counts.get(word) ?? 1)));
    held.set(directionOf(words.keys(), meanings, weightOf), at * dimensions);
  });
  takeOutCommon(held, dimensions);

  return (words) => {
    const asked = directionOf(words, meanings, () => 1);
    const alike = new Float32Array(tools.length);
    for (let tool = 0, place = 0; tool < alike.length; tool += 1) {
      let product = 0;
      for (let at = 0; at < dimensions; at += 1, place += 1)
        product += (asked[at] ?? 0) * (held[place] ?? 0);
      alike[tool] = product;
    }
    return alike;
  };
}

/** With this few tools a common meaning may be chance, so half of it is removed. */
const tellingTools = 20;

/**
 * Removes the mean vector: it distinguishes no tool, and attracts every question to generic tools.
 */
function takeOutCommon(held: Float32Array, dimensions: number): void {
  const tools = held.length / dimensions;
  const share = 1 / (tools + tellingTools);
  const common = new Float32Array(dimensions);
  for (const [place, value] of held.entries()) {
    const at = place % dimensions;
    common[at] = (common[at] ?? 0) + value * share;
  }
  for (let start = 0; start < held.length; start += dimensions) {
    const whole = held.subarray(start, start + dimensions);
    // A tool without known words stays at zero instead of the negated mean.
    if (whole.every((value) => value === 0)) continue;
    held.set(ofLengthOne(whole.map((value, at) => value - (common[at] ?? 0))), start);
  }
}

/** Returns the words of a tool, each with its highest weight. */
function weightsOf(
  { said, parameters }: PreparedTool,
  reading: Reading,
): ReadonlyMap<string, number> {
  const weighted = (text: string, weight: number): readonly (readonly [string, number])[] =>
    reading(text).map((word) => [word, weight] as const);
  return new Map([
    ...weighted(parameters.map(({ name }) => name).join(" "), parameterWeight),
    ...weighted(said.description, 1),
    ...weighted(said.name, nameWeight),
  ]);
}

function directionOf(
  words: Iterable<string>,
  { dimensions, add }: Meanings,
  weightOf: (word: string) => number,
): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of words)
    add(word, weightOf(word) * (requestWords.has(word) ? requestWeight : 1), sum);
  return ofLengthOne(sum);
}
