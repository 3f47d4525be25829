import MiniSearch from "minisearch";
import { functionWords, requestWords } from "./closed-class.ts";
import { createCloseness } from "./closeness.ts";
import { fitOf, topicOf } from "./fit.ts";
import { createLikeness, nameWeight, parameterWeight } from "./likeness.ts";
import type { Meanings } from "./meanings.ts";
import type { Question } from "./mention.ts";
import type { PlannableTool, PreparedTool } from "./prepared-tool.ts";
import { partsOf, stemOf, topicsOf } from "./words.ts";

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
  const index = new MiniSearch({ fields, tokenize: termsOf, processTerm: (term) => term });
  index.addAll(tools.map((prepared, id) => documentOf(prepared, id)));
  const likeness = createLikeness(tools, meanings);
  const closeness = createCloseness(meanings);

  return (question, most) => {
    const topic = topicOf(question);
    const weights = weightsOf(topic, meanings);
    const found = index.search(topic, {
      boost,
      boostTerm: (term) => weights.get(term) ?? 1,
      tokenize: () => [...weights.keys()],
    });
    const scores = likeness(topic).map((alike) => likenessWeight * alike);
    const unit = unitOf(found[0]?.score ?? 0, tools.length);
    for (const { id, score } of found) {
      const at = Number(id);
      scores[at] = (scores[at] ?? 0) + score / unit;
    }
    const likely = highest(scores, Math.max(most, shortlist)).flatMap((id) => {
      const prepared = tools[id];
      return prepared === undefined ? [] : [{ prepared, score: scores[id] ?? 0 }];
    });
    const close = closeness(
      topic,
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
 * What counts as 1 of the words: between what the best tool has and what one rare word gives. So the
 * best has more than 1 where much of the question is found, and less where not even one rare word is.
 */
function unitOf(best: number, tools: number): number {
  const oneRareWord = Math.log(1 + 2 * tools);
  return Math.sqrt(Math.max(best, oneRareWord) * oneRareWord);
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
function weightsOf(topic: string, { rarityOf }: Meanings): ReadonlyMap<string, number> {
  return new Map(
    partsOf(topic)
      .filter((word) => !functionWords.has(word))
      .map((word) => {
        const stem = stemOf(word);
        return [stem, rarityOf(word) * (requestStems.has(stem) ? 0.5 : 1)];
      }),
  );
}

function termsOf(text: string): string[] {
  return [...topicsOf(text)];
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
