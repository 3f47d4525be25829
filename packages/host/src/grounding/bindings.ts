import { wordSet } from "../planner/closed-class.ts";
import { placesDiffer } from "./changed-places.ts";
import { pairsCrossed } from "./crossed-pairs.ts";
import { clauseEnds, type Facts, isTopic } from "./facts.ts";
import type { Pairing } from "./pairing.ts";
import { isNamePart, type Named, namedIn, type Run, runsOf } from "./runs.ts";

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

/** Returns each two neighboring numbers, and the words between them. */
function betweenNumbers({ tokens, quantities }: Facts) {
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

/** Detects two swapped names around the same words: "Bob is from Ada" from "Ada is from Bob". */
function namesTurned({ claim, sentence }: Pick<Pairing, "claim" | "sentence">): boolean {
  const named = namedIn(claim, sentence);
  const [mine, theirs] = [relationsOf(claim, named), relationsOf(sentence, named)];
  return mine.some((one) => {
    const isSaid = theirs.some(
      (other) => areSame(one.left, other.left) && areSame(one.right, other.right),
    );
    return !isSaid && theirs.some((other) => isTurned(one, other));
  });
}

interface Relation {
  readonly left: Run;
  readonly right: Run;
  /** The words between them. */
  readonly words: readonly string[];
  /** The topic words among them, without other names. */
  readonly topics: readonly string[];
}

/** Maximum distance, counted in names, between related names. */
const nextNames = 3;

function relationsOf(facts: Facts, named: Named): readonly Relation[] {
  const names = runsOf(facts, named).filter(({ kind }) => kind === "name");
  return names.flatMap((left, at) =>
    names.slice(at + 1, at + 1 + nextNames).map((right): Relation => {
      const middle = facts.tokens.slice(left.last + 1, right.first);
      const topics = middle
        .filter((token) => isTopic(token) && !isNamePart(token, named))
        .flatMap(({ stems }) => stems);
      return { left, right, words: middle.map(({ lower }) => lower), topics };
    }),
  );
}

function areSame(one: Run, other: Run): boolean {
  return one.parts.some((part) => other.parts.includes(part));
}

/** Words that are symmetric. */
const even = wordSet("and or & , with the a an vs");

const turning = ["by", "to", "from"];

function isTurned(one: Relation, other: Relation): boolean {
  if (!areSame(one.left, other.right) || !areSame(one.right, other.left)) return false;
  if (one.topics.length === 0) {
    return (
      one.words.join(" ") === other.words.join(" ") && one.words.some((word) => !even.has(word))
    );
  }
  // "Ada was hired by Bob", "a boat was given to Ada": another preposition reverses the order.
  if (turning.some((word) => one.words.includes(word) !== other.words.includes(word))) return false;
  return one.topics.every((stem) => other.topics.includes(stem));
}

/**
 * Returns whether a name is assembled from parts of two, or reversed: "Ada Stone" from "Ada Berg
 * and Eve Stone".
 */
function namesJoined(claim: Facts, evidence: Facts): boolean {
  const written = new Set([...claim.names, ...evidence.names]);
  const named = { written, leading: new Set<string>() };
  const theirs = namesIn(evidence, named);
  const pairs = namesIn(claim, named).flatMap((parts) =>
    parts.slice(1).map((right, at): readonly [string, string] => [parts[at] ?? "", right]),
  );
  return pairs.some((pair) => {
    const isSaid = theirs.some((parts) => isWithin(parts, pair));
    return !isSaid && theirs.some((parts) => isTakenFrom(parts, pair));
  });
}

function namesIn(facts: Facts, named: Named): readonly (readonly string[])[] {
  return runsOf(facts, named).flatMap(({ kind, parts }) => (kind === "name" ? [parts] : []));
}

/** Returns whether both occur in this order. Parts between them may be omitted. */
function isWithin(parts: readonly string[], [left, right]: readonly [string, string]): boolean {
  const at = parts.indexOf(left);
  return at !== -1 && parts.lastIndexOf(right) > at;
}

/**
 * Returns whether the name reverses them, continues after the left one, or begins before the right
 * one.
 */
function isTakenFrom(parts: readonly string[], [left, right]: readonly [string, string]): boolean {
  const [first, second] = [parts.indexOf(left), parts.indexOf(right)];
  if (first !== -1 && second !== -1) return second < first;
  return (first !== -1 && first < parts.length - 1) || second > 0;
}
