import { requestWords } from "./closed-class.ts";
import { requestWeight } from "./likeness.ts";
import { type Meanings, ofLengthOne } from "./meanings.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import type { Reading } from "./reading.ts";

/**
 * Scores how close the question's words are to each tool's words, in tool order. Scores compare
 * only within one question and one set of tools.
 */
export type Closeness = (
  asked: ReadonlySet<string>,
  tools: readonly PreparedTool[],
) => readonly number[];

interface Direction {
  readonly unit: Float32Array;
  /** Common words have short vectors. */
  readonly length: number;
}

/** Maximum words compared per question and per tool. */
const maxQuestionWords = 40;
const maxToolWords = 80;

/** A clear difference in similarity: related words are a few such steps apart. */
const step = 0.1;

/**
 * Compares word by word, because a sum would blur which word matches. Each question word finds its
 * nearest word in each tool and scores its lead over the other tools.
 */
export function createCloseness(meanings: Meanings, reading: Reading): Closeness {
  const directions = new Map<string, Direction>();
  const held = new WeakMap<PreparedTool, readonly Direction[]>();

  const directionOf = (word: string): Direction => {
    const sum = new Float32Array(meanings.dimensions);
    meanings.add(word, 1, sum);
    return { unit: ofLengthOne(sum), length: Math.hypot(...sum) };
  };
  const saidBy = (tool: PreparedTool): readonly Direction[] => {
    const before = held.get(tool);
    if (before !== undefined) return before;
    const { said, parameters } = tool;
    const names = parameters.map(({ name }) => name).join(" ");
    const words = new Set(reading(`${said.name} ${said.description} ${names}`));
    const all = [...words].slice(0, maxToolWords).map((word) => {
      const direction = directions.get(word) ?? directionOf(word);
      directions.set(word, direction);
      return direction;
    });
    held.set(tool, all);
    return all;
  };

  return (asked, tools) => {
    const sums = tools.map(() => 0);
    let all = 0;
    for (const word of [...asked].slice(0, maxQuestionWords)) {
      const { unit, length } = directions.get(word) ?? directionOf(word);
      const weight = length * (requestWords.has(word) ? requestWeight : 1);
      if (weight === 0) continue;
      const steps = tools.map((tool) => Math.exp(nearest(unit, saidBy(tool)) / step));
      const mean = steps.reduce((sum, one) => sum + one, 0) / steps.length;
      steps.forEach((one, at) => {
        sums[at] = (sums[at] ?? 0) + weight * Math.log1p(one / mean);
      });
      all += weight;
    }
    return all === 0 ? sums : sums.map((sum) => sum / all);
  };
}

function nearest(asked: Float32Array, said: readonly Direction[]): number {
  let best = 0;
  for (const { unit } of said) {
    let product = 0;
    for (let at = 0; at < asked.length; at += 1) product += (asked[at] ?? 0) * (unit[at] ?? 0);
    if (product > best) best = product;
  }
  return best;
}
