import { topicsOf } from "../planner/words.ts";
import type { Source, Span } from "./source.ts";
import { type Grounded, ground } from "./summary.ts";

const usual = 5;

/**
 * Summarizes without a model: returns the spans with most of the question's words, verbatim and in
 * order.
 */
export function summarize(source: Source, question: string, most = usual): Grounded {
  const asked = new Set(topicsOf(question));
  const counted = source.spans.map((span) => ({ span, topics: new Set(topicsOf(span.text)) }));
  const spread = spreadOf(counted.map(({ topics }) => topics));
  const best = counted
    .map(({ span, topics }) => ({ span, relevance: relevanceOf(topics, asked, spread) }))
    .filter(({ relevance }) => relevance > 0)
    .toSorted((a, b) => b.relevance - a.relevance)
    .slice(0, most)
    .map(({ span }) => span);
  const chosen = best.length === 0 ? source.spans.slice(0, most) : inOrder(source, best);
  const bullets = chosen.map(({ id }) => ({ span: id }));
  return ground(source, { bullets }, "extractive");
}

function inOrder({ spans }: Source, some: readonly Span[]): readonly Span[] {
  const wanted = new Set(some);
  return spans.filter((span) => wanted.has(span));
}

/** Counts the spans per word: a word in all of them distinguishes none. */
function spreadOf(all: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const spread = new Map<string, number>();
  for (const topics of all) {
    for (const stem of topics) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  }
  return spread;
}

function relevanceOf(
  topics: ReadonlySet<string>,
  asked: ReadonlySet<string>,
  spread: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  for (const stem of topics) if (asked.has(stem)) sum += 1 / (spread.get(stem) ?? 1);
  // Normalizes by length: a long sentence matches more words by chance.
  return sum / Math.log2(topics.size + 2);
}
