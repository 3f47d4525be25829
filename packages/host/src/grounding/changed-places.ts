import { wordSet } from "../planner/closed-class.ts";
import { type Token, tokenAt } from "../planner/words.ts";
import { clauseBreaks, type Facts, isOfAbbreviation, isTopic } from "./facts.ts";
import type { Pairing } from "./pairing.ts";
import { listsOf, type Named, namedIn, type Run, runsOf } from "./runs.ts";

/**
 * Returns whether a name or number displaces another of its kind in the evidence. Examples: "Bob
 * hired Ada" from "Ada hired Bob", or from "Ada hired Eve, and Bob left".
 */
export function placesDiffer({ claim, sentence, evidence }: Pick<Pairing, Compared>): boolean {
  const named = namedIn(claim, sentence);
  const mine = standingsOf(claim, named);
  const theirs = Map.groupBy(standingsOf(sentence, named), ({ kind }) => kind);
  const inClaim = Map.groupBy(mine, keyOf);
  const inEvidence = Map.groupBy(standingsOf(evidence, named), keyOf);
  return mine.some((one) => {
    const own = inEvidence.get(keyOf(one)) ?? [];
    if (own.some((other) => isTurnedRound(one, other))) return true;
    const beside = (theirs.get(one.kind) ?? []).filter((other) => isBeside(one, other));
    return beside.some((other) => {
      const left = inClaim.get(keyOf(other)) ?? [];
      return isInPlaceOf(one, other, { own, left });
    });
  });
}

type Compared = "claim" | "sentence" | "evidence";

/** Detects swapped active and passive voice. */
function isTurnedRound(one: Standing, other: Standing): boolean {
  return one.right !== undefined && one.right === other.right && one.isPassive !== other.isPassive;
}

/** Returns whether two different ones share a neighbor. */
function isBeside(one: Standing, other: Standing): boolean {
  return one.what !== other.what && (one.left === other.left || one.right === other.right);
}

function keyOf({ kind, what }: Standing): string {
  return `${kind} ${what}`;
}

/** Other positions of the two: the first in the evidence, the second in the claim. */
interface Elsewhere {
  readonly own: readonly Standing[];
  readonly left: readonly Standing[];
}

const sides = [
  ["left", "right"],
  ["right", "left"],
] as const;

function isInPlaceOf(one: Standing, other: Standing, { own, left }: Elsewhere): boolean {
  if (one.preposition !== other.preposition || one.isPassive !== other.isPassive) return false;
  return sides.some(([side, beyond]) => {
    const word = one[side];
    if (word === undefined || other[side] !== word || isMonth(one, word)) return false;
    if ([...own, ...left].some((standing) => standing[side] === word)) return false;
    // The neighbor on the other side may be its own in the evidence: then both statements hold.
    const next = one[beyond];
    if (next === undefined || next === other[beyond]) return true;
    return own.every((standing) => standing[beyond] !== next);
  });
}

/**
 * Skips months: day and year may stand on either side, and dates are compared separately. "Mai" is
 * the stem of May.
 */
function isMonth({ kind }: Standing, word: string): boolean {
  return kind === "number" && /^(?:jan|feb|mar|apr|mai|jun|jul|aug|sep|oct|nov|dec)/.test(word);
}

/** A part of a name, or a number, with its neighbors. */
interface Standing {
  readonly kind: Run["kind"];
  readonly what: string;
  /** The nearest topic word on each side within the clause, outside its own name and list. */
  readonly left: string | undefined;
  readonly right: string | undefined;
  /** The preposition before it, or "". A name after one is not the subject. */
  readonly preposition: string;
  /** Whether it is the object of a passive: "Ada was hired by Bob". */
  readonly isPassive: boolean;
}

/** Returns every name and number of a text with its context. */
function standingsOf(facts: Facts, named: Named): readonly Standing[] {
  return listsOf(facts, runsOf(facts, named)).flatMap((list) => {
    const { tokens } = facts;
    const [first = 0, last = 0] = [list[0]?.first, list.at(-1)?.last];
    const around = {
      left: wordBefore(tokens, first),
      right: wordAfter(tokens, first, last),
      preposition: prepositionBefore(tokens, first),
      isPassive: isPassiveAfter(tokens, last),
    };
    return list.flatMap(({ kind, parts }) => parts.map((what) => ({ kind, what, ...around })));
  });
}

function wordBefore(tokens: readonly Token[], first: number): string | undefined {
  for (let at = first - 1; at >= 0; at -= 1) {
    const token = tokenAt(tokens, at);
    if (isEnd(tokens, at)) return undefined;
    if (isWord(token)) return token.stems.at(-1) ?? token.lower;
  }
  return undefined;
}

function wordAfter(tokens: readonly Token[], first: number, last: number): string | undefined {
  const isOpening = tokens.slice(0, first).every(({ kind }) => kind !== "word");
  // In "Ada, the mayor, sold" the part after the comma also applies to her.
  const from = isOpening && tokenAt(tokens, last + 1).lower === "," ? last + 2 : last + 1;
  for (let at = from; at < tokens.length && !isEnd(tokens, at); at += 1) {
    const token = tokenAt(tokens, at);
    if (isWord(token)) return token.stems[0] ?? token.lower;
  }
  return undefined;
}

function isEnd(tokens: readonly Token[], at: number): boolean {
  return clauseBreaks.has(tokenAt(tokens, at).lower) && !isOfAbbreviation(tokens, at);
}

function isWord(token: Token): boolean {
  return token.kind === "number" || isTopic(token);
}

const articles = new Set(["the", "a", "an"]);
const prepositions = wordSet(
  "of in on at to for from by with into onto over under between among against near than as",
);

function prepositionBefore(tokens: readonly Token[], first: number): string {
  const before = tokenAt(tokens, first - 1).lower;
  const word = articles.has(before) ? tokenAt(tokens, first - 2).lower : before;
  return prepositions.has(word) ? word : "";
}

const beings = wordSet("is are was were be been being");

function isPassiveAfter(tokens: readonly Token[], last: number): boolean {
  const end = tokens.findIndex((_token, at) => at > last && isEnd(tokens, at));
  const clause = tokens.slice(last + 1, end === -1 ? tokens.length : end);
  const verb = clause.findIndex((token) => isTopic(token));
  const isDone = clause.slice(0, Math.max(0, verb)).some(({ lower }) => beings.has(lower));
  return isDone && clause.slice(verb).some(({ lower }) => lower === "by");
}
