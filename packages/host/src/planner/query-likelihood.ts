import { requestWords } from "./closed-class.ts";
import { requestWeight } from "./likeness.ts";
import type { Meanings } from "./meanings.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import type { Reading } from "./reading.ts";
import { createWordKernel } from "./word-kernel.ts";

/** Scores how well each tool's text explains the words of a question, in tool order. */
export type QueryLikelihood = (asked: ReadonlySet<string>) => Float32Array;

/** A tool, and the server that it shares with its siblings. */
export interface GroupedTool {
  readonly prepared: PreparedTool;
  readonly server: string;
}

/** The distinct words of a tool, by place in the vocabulary, and the share of its text each has. */
interface Shares {
  readonly places: Int32Array;
  readonly shares: Float32Array;
}

/** Share of a tool's text that each field has, however long it is. */
const fieldShares = { server: 0.45, name: 0.45, purpose: 0.3, rest: 0.15, parameters: 0.1 };
/** Added to the length of a field: a field of one word does not give it the whole share. */
const fewWords = 2;
/** Weight of a word that a tool or its server explains, against a word that any tool explains. */
const explainedWeight = 3;
/** Limit for long requests, as a search blocks the process. Most have fewer than ten words. */
const maxQuestionWords = 25;

/**
 * Ranks by query likelihood, the language model of retrieval: which tool would a person describe in
 * these words? Each word is explained by the tool, by its server or by chance. So a product's name
 * chooses the server, and the other words choose among its tools. Words of near meaning explain a
 * word that no text has.
 */
export function createQueryLikelihood(
  tools: readonly GroupedTool[],
  meanings: Meanings,
  reading: Reading,
): QueryLikelihood {
  const vocabulary = new Map<string, number>();
  const texts = tools.map((tool) => sharesOf(tool, reading, vocabulary));
  const kernel = createWordKernel([...vocabulary.keys()], meanings);
  const servers = Map.groupBy(tools.keys(), (at) => tools[at]?.server).values();
  const siblings = [...servers].map((all) => Int32Array.from(all));

  return (asked) => {
    const scores = new Float32Array(tools.length);
    let total = 0;
    for (const word of [...asked].slice(0, maxQuestionWords)) {
      const { nearness, weight } = kernel(word);
      const ratios = ratiosOf(texts, nearness);
      const counted = weight * (requestWords.has(word) ? requestWeight : 1);
      total += counted;
      for (const all of siblings) {
        const mean = all.reduce((sum, at) => sum + (ratios[at] ?? 0), 0) / all.length;
        for (const at of all) {
          const explained = explainedWeight * ((ratios[at] ?? 0) + mean);
          scores[at] = (scores[at] ?? 0) + counted * Math.log1p(explained);
        }
      }
    }
    return total === 0 ? scores : scores.map((score) => score / total);
  };
}

/** Returns how likely each text is to have a word, against the mean of all. */
function ratiosOf(texts: readonly Shares[], nearness: Float32Array): Float32Array {
  const ratios = new Float32Array(texts.length);
  let sum = 0;
  for (const [at, { places, shares }] of texts.entries()) {
    let likely = 0;
    for (let each = 0; each < places.length; each += 1)
      likely += (shares[each] ?? 0) * (nearness[places[each] ?? 0] ?? 0);
    ratios[at] = likely;
    sum += likely;
  }
  return sum === 0 ? ratios : ratios.map((likely) => (likely * texts.length) / sum);
}

function sharesOf(tool: GroupedTool, reading: Reading, vocabulary: Map<string, number>): Shares {
  const found = new Map<number, number>();
  for (const [share, text] of fieldsOf(tool)) {
    const counts = new Map<string, number>();
    for (const word of reading(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
    // A repeated word says more, but not twice as much.
    const damped = [...counts].map(([word, count]) => [word, 1 + Math.log(count)] as const);
    const length = damped.reduce((sum, [, count]) => sum + count, fewWords);
    for (const [word, count] of damped) {
      const place = vocabulary.get(word) ?? vocabulary.size;
      vocabulary.set(word, place);
      found.set(place, (found.get(place) ?? 0) + (share * count) / length);
    }
  }
  return { places: Int32Array.from(found.keys()), shares: Float32Array.from(found.values()) };
}

function fieldsOf({
  server,
  prepared: { said, parameters },
}: GroupedTool): readonly (readonly [number, string])[] {
  const { description } = said;
  const end = endOfPurpose(description);
  const words = parameters.flatMap(({ name, description: about, choices }) => [
    name,
    about,
    ...choices.map(({ value }) => value),
  ]);
  return [
    [fieldShares.server, server],
    [fieldShares.name, said.name.slice(server.length)],
    [fieldShares.purpose, description.slice(0, end)],
    [fieldShares.rest, [description.slice(end), said.tags, said.examples].join(" ")],
    [fieldShares.parameters, words.join(" ")],
  ];
}

const maxPurposeLength = 300;

/** Returns where the first sentence ends, which says what a tool is for. */
function endOfPurpose(description: string): number {
  const start = Math.max(0, description.search(/\S/));
  const length = description
    .slice(start)
    .search(/(?<=[.!?])\s|\b(?:Args|Arguments|Parameters|Returns?):/);
  return start + Math.min(length === -1 ? description.length : length, maxPurposeLength);
}
