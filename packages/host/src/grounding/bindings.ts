import { placesDiffer } from "./changed-places.ts";
import { clauseEnds } from "./clause-ends.ts";
import { pairsCrossed } from "./crossed-pairs.ts";
import { type Facts, isTopic } from "./facts.ts";
import { namesJoined } from "./joined-names.ts";
import type { Pairing } from "./pairing.ts";
import { namesTurned } from "./turned-names.ts";

interface Clause {
  readonly topics: ReadonlySet<string>;
  readonly values: ReadonlySet<number>;
}

/** Returns whether a number has moved to another subject, or two names have swapped places. */
export function bindingDiffers(pairing: Pairing): boolean {
  const { claim, sentence, evidence } = pairing;
  return (
    numberMoved(claim, sentence) ||
    namesTurned(pairing) ||
    numbersTurned(claim, sentence) ||
    placesDiffer(pairing) ||
    pairsCrossed(pairing) ||
    namesJoined(claim, evidence)
  );
}

/** Detects two swapped numbers around the same words: "4 of 3" from "3 of 4". */
function numbersTurned(claim: Facts, sentence: Facts): boolean {
  const theirs = betweenNumbers(sentence);
  return betweenNumbers(claim).some(({ left, words, right }) => {
    const alike = theirs.filter((other) => other.words === words);
    const isSaid = alike.some((other) => other.left === left && other.right === right);
    return !isSaid && alike.some((other) => other.left === right && other.right === left);
  });
}

function betweenNumbers({ tokens, quantities }: Facts): readonly {
  readonly left: number;
  readonly words: string;
  readonly right: number;
}[] {
  return quantities.slice(1).map(({ value: right, at }, index) => {
    const before = quantities[index];
    const middle = tokens.slice((before?.at ?? 0) + 1, at);
    const words = middle.map(({ lower }) => lower).join(" ");
    return { left: before?.value ?? right, words, right };
  });
}

function numberMoved(claim: Facts, sentence: Facts): boolean {
  const said = new Set(claim.topics);
  const clauses = clausesOf(sentence);
  return clausesOf(claim).some(({ topics, values }) =>
    [...values].some((value) => {
      const own = clauses.filter((clause) => clause.values.has(value));
      const others = clauses.filter(({ values: has }) => has.size > 0 && !has.has(value));
      // The number's own clause must have a subject the claim omits. Otherwise both may share one
      // subject.
      const isElses = own.some((clause) => [...clause.topics].some((stem) => !said.has(stem)));
      return isElses && [...topics].some((stem) => isOnlyIn(stem, others, own));
    }),
  );
}

function isOnlyIn(stem: string, some: readonly Clause[], others: readonly Clause[]): boolean {
  return (
    some.some(({ topics }) => topics.has(stem)) && others.every(({ topics }) => !topics.has(stem))
  );
}

function clausesOf({ tokens, quantities }: Facts): readonly Clause[] {
  const byToken = new Map(quantities.map(({ at, value }) => [at, value]));
  const clauses = [{ topics: new Set<string>(), values: new Set<number>() }];
  for (const [at, token] of tokens.entries()) {
    if (clauseEnds.has(token.lower)) clauses.push({ topics: new Set(), values: new Set() });
    const clause = clauses.at(-1);
    const value = byToken.get(at);
    if (value !== undefined) clause?.values.add(value);
    else if (isTopic(token)) for (const stem of token.stems) clause?.topics.add(stem);
  }
  return clauses;
}
