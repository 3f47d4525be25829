import MiniSearch from "minisearch";
import { requestWords } from "./closed-class.ts";
import { createCloseness } from "./closeness.ts";
import { fitOf, topicOf } from "./fit.ts";
import { createLikeness, nameWeight, parameterWeight } from "./likeness.ts";
import type { Meanings } from "./meanings.ts";
import type { Question } from "./mention.ts";
import type { PlannableTool, PreparedTool } from "./prepared-tool.ts";
import { createReading } from "./reading.ts";
import { partsOf, stemOf } from "./words.ts";

export interface RankedTool<Tool extends PlannableTool> {
  readonly prepared: PreparedTool<Tool>;
  /** Compares tools for one question only, by words, meaning and fit. */
  readonly score: number;
  /** Between 0 and 1, whatever the question and the other tools are. */
  readonly fit: number;
}

/** The likeliest tools for a question, the likeliest first. */
export type Rank<Tool extends PlannableTool> = (
  question: Question,
  most: number,
) => readonly RankedTool<Tool>[];

const fields = ["name", "description", "parameters", "tags", "examples"];
const boost = { name: nameWeight, parameters: parameterWeight };
/** So many by their words and meaning are looked at closely. */
const shortlist = 10;

/** What a rare word counts that the question and the name of a tool have in common. */
const wordWeight = 0.3;
/**
 * What a likeness in meaning counts against the words. It orders tools and does no more: whether one
 * fits at all is said by what is written, not by what is near to it.
 */
const likenessWeight = 4;

/** Indexes the tools once; a question then costs about a millisecond. */
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
  // Words are held against this, and not against those of the best tool: where little is found, they say little.
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

/** The places of the highest numbers, the highest first. To sort a thousand for ten takes longer than to look once. */
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

const requestStems = new Set([...requestWords].map((word) => stemOf(word)));

/** The stems of a question, each once: to say a word twice is not to mean it twice. A common word counts less. */
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
