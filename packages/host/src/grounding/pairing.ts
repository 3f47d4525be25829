import { type Facts, factsOf } from "./facts.ts";
import { sentencesOf } from "./sentences.ts";

/** A claim with its evidence, and with the sentence of the evidence that shares the most words. */
export interface Pairing {
  readonly claim: Facts;
  readonly evidence: Facts;
  readonly sentence: Facts;
  readonly sentenceText: string;
}

export function pair(claim: string, evidence: string): Pairing {
  const facts = factsOf(withoutMarks(claim, evidence));
  const topics = new Set(facts.topics);
  const whole = { text: evidence, facts: factsOf(evidence) };
  const [best = whole] = sentencesOf(evidence)
    .map(({ start, end }) => evidence.slice(start, end))
    .map((text) => ({ text, facts: factsOf(text) }))
    .toSorted((a, b) => sharedWith(b.facts, topics) - sharedWith(a.facts, topics));
  return { claim: facts, evidence: whole.facts, sentence: best.facts, sentenceText: best.text };
}

/** Returns how many of the wanted topic words it has. */
export function sharedWith({ topics }: Facts, wanted: ReadonlySet<string>): number {
  return new Set(topics.filter((stem) => wanted.has(stem))).size;
}

const reference = /\[\d{1,3}\]/g;
const point = /^\s*\d{1,2}[.)](?=\s)/;

/** Removes marks such as "[4]" and list numbers, unless the evidence has them too. */
function withoutMarks(claim: string, evidence: string): string {
  const rest = point.test(evidence) ? claim : claim.replace(point, "");
  return evidence.search(reference) === -1 ? rest.replaceAll(reference, "") : rest;
}

/** Returns whether an item occurs more often than in the other list. */
export function hasMore(some: readonly string[], others: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.some((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
