import MiniSearch from "minisearch";
import { createCloseness } from "./closeness.ts";
import { fitOf, topicOf } from "./fit.ts";
import { createLikeness, nameWeight, parameterWeight } from "./likeness.ts";
import type { Meanings } from "./meanings.ts";
import type { Question } from "./mention.ts";
import type { PlannableTool, PreparedTool } from "./prepared-tool.ts";
import { createReading } from "./reading.ts";
import { partsOf, requestStems, stemOf } from "./words.ts";

export interface RankedTool<Tool extends PlannableTool> {
  readonly prepared: PreparedTool<Tool>;
  /** Compares tools for one question only, by words, meaning and fit. */
  readonly score: number;
  /** From 0 to 1, independent of the question and the other tools. */
  readonly fit: number;
}

/** Returns the most likely tools for a question, best first. */
export type Rank<Tool extends PlannableTool> = (
  question: Question,
  most: number,
) => readonly RankedTool<Tool>[];

const fields = ["name", "description", "parameters", "tags", "examples"];
const boost = { name: nameWeight, parameters: parameterWeight };
/** Number of candidates by words and meaning that are examined closely. */
const shortlist = 10;

/** Weight of a rare word shared by the question and a tool's name. */
const wordWeight = 0.3;
/**
 * Weight of meaning against words. Meaning only orders tools: whether one fits at all depends on
 * its words.
 */
const likenessWeight = 4;

/** Indexes the tools once. Each question then costs about a millisecond. */
export function createRank<Tool extends PlannableTool>(
  tools: readonly PreparedTool<Tool>[],
  meanings: Meanings,
): Rank<Tool> {
  const reading = createReading(meanings);
  const index = new MiniSearch({
    fields,
    tokenize: (text) => reading(text).map((word) => stemOf(word)),
    processTerm: (term) => term,
  });
  index.addAll(tools.map((prepared, id) => documentOf(prepared, id)));
  const likeness = createLikeness(tools, meanings, reading);
  const closeness = createCloseness(meanings, reading);
  // Word scores are relative to this, not to the best tool: weak matches stay weak.
  const oneRareWord = Math.log(1 + 2 * tools.length);

  return (question, most) => {
    const topic = topicOf(question);
    const asked = new Set(reading(topic));
    const weights = weightsOf(asked, meanings);
    const scores = likeness(asked).map((alike) => likenessWeight * alike);
    const found = index.search(topic, {
      boost,
      boostTerm: (term) => weights.get(term) ?? 1,
      tokenize: () => [...weights.keys()],
    });
    for (const { id, score } of found) {
      const at = Number(id);
      scores[at] = (scores[at] ?? 0) + (wordWeight * score) / oneRareWord;
    }
    const likely = highest(scores, Math.max(most, shortlist)).flatMap((id) => {
      const prepared = tools[id];
      return prepared === undefined ? [] : [{ prepared, score: scores[id] ?? 0 }];
    });
    const close = closeness(
      asked,
      likely.map(({ prepared }) => prepared),
    );
    return likely
      .map(({ prepared, score }, at) => {
        const fit = fitOf(question, prepared);
        return { prepared, fit, score: score + fit + (close[at] ?? 0) };
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, most);
  };
}

/**
 * Returns the indexes of the highest scores, best first. One pass is faster than sorting a thousand
 * for ten.
 */
function highest(scores: Float32Array, most: number): readonly number[] {
  const kept: number[] = [];
  for (const [id, score] of scores.entries()) {
    if (kept.length === most && score <= (scores[kept.at(-1) ?? 0] ?? 0)) continue;
    const lower = kept.findIndex((other) => (scores[other] ?? 0) < score);
    kept.splice(lower === -1 ? kept.length : lower, 0, id);
    if (kept.length > most) kept.pop();
  }
  return kept;
}

/** Returns each stem of a question once: repetition adds no weight. Common words weigh less. */
function weightsOf(
  asked: ReadonlySet<string>,
  { rarityOf }: Meanings,
): ReadonlyMap<string, number> {
  return new Map(
    [...asked].map((word) => {
      const stem = stemOf(word);
      return [stem, rarityOf(word) * (requestStems.has(stem) ? 0.5 : 1)];
    }),
  );
}

function documentOf(
  { said, parameters }: PreparedTool,
  id: number,
): Readonly<Record<string, string | number>> {
  const words = parameters.flatMap((parameter) => [
    parameter.name,
    parameter.description,
    ...parameter.choices.map(({ value }) => value),
  ]);
  return {
    ...said,
    id,
    name: partsOf(said.name).join(" "),
    parameters: words.join(" "),
  };
}
