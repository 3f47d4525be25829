import { topicOf } from "./fit.ts";
import { createLikeness } from "./likeness.ts";
import { shippedMeanings } from "./meanings.ts";
import { type PlannableTool, prepareTool } from "./prepared-tool.ts";
import { createQueryLikelihood } from "./query-likelihood.ts";
import { createReading } from "./reading.ts";
import { effectAsked, effectNamed, type SaidEffect } from "./request-form.ts";
import { takeApart } from "./take-apart.ts";
import { stemOf } from "./words.ts";

/** A tool with its server: the product that a person names is often only there. */
export interface SearchedTool extends PlannableTool {
  readonly server: string;
}

/** Returns the positions of the best tools for a request, best first. */
export type Search = (request: string, max: number) => readonly number[];

/**
 * Weights of the scores. They were fitted to questions over tools of other servers and to public
 * data, never to the questions that the search is measured with.
 */
const weights = { words: 2.5, likeness: 4.9, described: 3.7, effect: 0.9 };

/**
 * Indexes tools for searches. Words choose the server and the tool, the likeness of the whole orders
 * tools that share no word with the request, and its form tells looking from changing.
 */
export function createSearch(tools: readonly SearchedTool[]): Search {
  const meanings = shippedMeanings();
  const reading = createReading(meanings);
  const grouped = tools.map(({ server, ...tool }) => ({
    server,
    prepared: prepareTool({ ...tool, name: `${server} ${tool.name}` }),
  }));
  const prepared = grouped.map((tool) => tool.prepared);
  const wordsOf = createQueryLikelihood(grouped, meanings, reading);
  const likenessOf = createLikeness(prepared, meanings, reading);
  const effects = tools.map((tool) => effectNamed(tool));

  return (request, max) => {
    const asked = new Set(reading(topicOf(takeApart(request))));
    const stems = new Set([...asked].map((word) => stemOf(word)));
    const [words, alike, effect] = [wordsOf(asked), likenessOf(asked), effectAsked(request)];
    const scores = prepared.map(
      ({ descriptionTopics }, at) =>
        weights.words * (words[at] ?? 0) +
        weights.likeness * (alike[at] ?? 0) +
        weights.described * shareOf(descriptionTopics, stems) +
        weights.effect * agreement(effect, effects[at]),
    );
    return [...scores.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, max);
  };
}

/** Returns the share of a description that the request has: a short one fits by fewer words. */
function shareOf(topics: ReadonlySet<string>, asked: ReadonlySet<string>): number {
  return topics.size === 0 ? 0 : topics.intersection(asked).size / topics.size;
}

/** An effect that is unknown speaks neither for a tool nor against it. */
function agreement(asked: SaidEffect, named: SaidEffect): number {
  if (asked === undefined || named === undefined) return 0;
  return asked === named ? 1 : -1;
}
