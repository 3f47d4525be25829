import { requestWords } from "./closed-class.ts";
import { type Meanings, ofLengthOne } from "./meanings.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import type { Reading } from "./reading.ts";

/** How alike the words of a question and each tool are in meaning, from -1 to 1, in the order of the tools. */
export type Likeness = (asked: ReadonlySet<string>) => Float32Array;

/** Words of asking say little about what is asked for. */
export const requestWeight = 0.3;
/** A name is chosen to tell tools apart. */
export const nameWeight = 2;
/** A parameter is named for its own sake. */
export const parameterWeight = 0.5;

/**
 * Holds the meaning of every tool, the sum of its words, in one stretch of numbers: to compare a
 * question with a thousand tools is then one pass over it. A word that many of the tools have counts less.
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

/** So few tools may mean alike by chance: of what they have in common half is taken out. */
const tellingTools = 20;

/** What all tools mean alike tells none of them apart, and draws every question to those that mean little else. */
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
    // A tool without a known word means nothing, and not the opposite of the others.
    if (whole.every((value) => value === 0)) continue;
    held.set(ofLengthOne(whole.map((value, at) => value - (common[at] ?? 0))), start);
  }
}

/** The words of a tool, each with the most that it counts anywhere. */
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
