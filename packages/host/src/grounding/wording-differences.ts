import { wordSet } from "../planner/closed-class.ts";
import { type Facts, isTopic } from "./facts.ts";
import { hasMore, type Pairing, sharedWith } from "./pairing.ts";
import { groupOf, isOf, mayBeAdded, mayBeLeftOut, type Wording } from "./wordings.ts";

/** Detects added negations, a negation omitted before a word of the claim, and opposites. */
export function negationDiffers({ claim, evidence, sentence }: Pairing): boolean {
  const isMore = negationsOf(claim) > negationsOf(evidence);
  if (isMore || isLeftOut("negation", claim, sentence)) return true;
  return isOpposed(claim, evidence) || isNoneLeftOut(claim, sentence);
}

/**
 * Detects "There were errors" from "errors: 0". A claim with another number concerns another part
 * of the sentence.
 */
function isNoneLeftOut(claim: Facts, sentence: Facts): boolean {
  const isNone = sentence.quantities.some(({ value }) => value === 0);
  return isNone && claim.quantities.length === 0 && negationsOf(claim) === 0;
}

/** Counts negations. A zero counts as one. */
function negationsOf({ tokens, quantities }: Facts): number {
  const words = tokens.filter(({ lower }) => isOf("negation", lower));
  return words.length + quantities.filter(({ value }) => value === 0).length;
}

/** Maximum distance from a grammar word to the topic word it modifies. */
const windowSize = 4;

/** Returns whether the claim has a word with a modifier in the sentence but none in the claim. */
function isLeftOut(wording: Wording, claim: Facts, sentence: Facts): boolean {
  const mine = boundBy(wording, claim);
  // With equally many modifiers, the claim only uses other words for the same.
  if (wording !== "negation" && countOf(wording, claim) >= countOf(wording, sentence)) return false;
  const topics = new Set(claim.topics);
  return [...boundBy(wording, sentence)].some((stem) => topics.has(stem) && !mine.has(stem));
}

function countOf(wording: Wording, { tokens }: Facts): number {
  return tokens.filter(({ lower }) => isOf(wording, lower) && !mayBeLeftOut(lower)).length;
}

function boundBy(wording: Wording, facts: Facts): ReadonlySet<string> {
  const all = bearings(wording, facts).filter(({ word }) => !mayBeLeftOut(word));
  return new Set(all.map(({ stem }) => stem));
}

interface Bearing {
  readonly word: string;
  /** The modified word. */
  readonly stem: string;
}

function bearings(wording: Wording, { tokens }: Facts): readonly Bearing[] {
  return tokens.flatMap(({ lower: word }, at) => {
    if (!isOf(wording, word)) return [];
    const next = tokens.slice(at + 1, at + 1 + windowSize).find((token) => isTopic(token));
    const bound = next ?? tokens.slice(0, at).findLast((token) => isTopic(token));
    return (bound?.stems ?? []).map((stem) => ({ word, stem }));
  });
}

/** Returns whether the claim modifies the same word differently: "all" there, "some" here. */
function isExchanged(wording: Wording, claim: Facts, sentence: Facts): boolean {
  const theirs = Map.groupBy(bearings(wording, sentence), ({ stem }) => stem);
  return bearings(wording, claim).some(({ word, stem }) => {
    const there = theirs.get(stem) ?? [];
    return there.length > 0 && there.every((other) => groupOf(other.word) !== groupOf(word));
  });
}

/** Returns whether the claim has a modifier that the evidence lacks and that strengthens it. */
function isAdded(wording: Wording, claim: Facts, evidence: Facts): boolean {
  const words = claim.tokens.filter(({ lower }) => isOf(wording, lower) && !mayBeAdded(lower));
  return hasMore(
    words.map(({ lower }) => groupOf(lower)),
    evidence.tokens.map(({ lower }) => groupOf(lower)),
  );
}

/** Detects an added quantifier, an exchanged one, or one omitted before a word of the claim. */
export function quantifierDiffers({ claim, evidence, sentence }: Pairing): boolean {
  if (isAdded("quantifier", claim, evidence)) return true;
  if (isExchanged("quantifier", claim, sentence)) return true;
  return isLeftOut("quantifier", claim, sentence);
}

/** Detects an added direction, a reversed comparison, or a bound turned into an exact number. */
export function comparisonDiffers({ claim, evidence, sentence }: Pairing): boolean {
  if (isAdded("comparison", claim, evidence)) return true;
  return isTurned(claim, sentence) || isUnbound(claim, evidence);
}

const bounds = wordSet("than over under above below least most nearly almost");

function isBound({ tokens }: Facts, at: number): boolean {
  const [before, last] = [tokens[at - 2]?.lower, tokens[at - 1]?.lower ?? ""];
  return bounds.has(last) || (before === "up" && last === "to");
}

/** Detects "30 came" from "fewer than 30 came". */
function isUnbound(claim: Facts, evidence: Facts): boolean {
  return claim.quantities.some(({ value, at }) => {
    const same = evidence.quantities.filter((one) => one.value === value);
    return same.length > 0 && !isBound(claim, at) && same.every((one) => isBound(evidence, one.at));
  });
}

/** Detects "A is larger than B" from "B is larger than A". */
function isTurned(claim: Facts, sentence: Facts): boolean {
  const [mine, theirs] = [aroundThan(claim), aroundThan(sentence)];
  if (mine === undefined || theirs === undefined) return false;
  const isAfter = (stem: string): boolean => theirs.after.has(stem) && !theirs.before.has(stem);
  const isBefore = (stem: string): boolean => theirs.before.has(stem) && !theirs.after.has(stem);
  return [...mine.before].some(isAfter) && [...mine.after].some(isBefore);
}

/** Returns the topics before and after "than". */
function aroundThan({ tokens }: Facts) {
  const at = tokens.findIndex(({ lower }) => lower === "than");
  if (at === -1) return undefined;
  return { before: stemsOf(tokens.slice(0, at)), after: stemsOf(tokens.slice(at + 1)) };
}

function stemsOf(tokens: Facts["tokens"]): ReadonlySet<string> {
  return new Set(tokens.filter((token) => isTopic(token)).flatMap(({ stems }) => stems));
}

/** Detects a claim that is more certain than its evidence, or certain in another way. */
export function modalityDiffers({ claim, evidence, sentence }: Pairing): boolean {
  if (isAdded("modality", claim, evidence) || isExchanged("modality", claim, sentence)) return true;
  return isLeftOut("modality", claim, sentence);
}

/** Detects a conditional statement claimed without its condition. */
export function conditionDiffers({ claim, sentence }: Pairing): boolean {
  if (!isLimited(sentence) || isLimited(claim)) return false;
  const isUnsure = claim.tokens.some(({ lower }) => isOf("modality", lower) && mayBeAdded(lower));
  const wanted = new Set(claim.topics);
  return !isUnsure && sharedWith(sentence, wanted) * 2 >= wanted.size;
}

function isLimited({ tokens }: Facts): boolean {
  return tokens.some(({ lower }) => isOf("limit", lower));
}

/** Pairs of opposites in any context. */
const pairs =
  `up/down on/off online/offline open/closed opened/closed true/false allowed/denied allowed/forbidden accepted/rejected approved/rejected enabled/disabled enable/disable passed/failed succeeded/failed success/failure
  present/absent inside/outside left/right north/south east/west early/late high/low hot/cold alive/dead won/lost bought/sold started/stopped added/removed include/exclude public/private`.split(
    /\s+/,
  );

const opposites = Map.groupBy(
  pairs.flatMap((pair) => {
    const [one = "", other = ""] = pair.split("/");
    return [[one, other] as const, [other, one] as const];
  }),
  ([word]) => word,
);

const turning = /^(?:un|non|dis|in|im|ir|il)(?=\p{L}{4})/u;

/**
 * Returns whether the claim has a word whose opposite, but not the word itself, is in the evidence:
 * "encrypted" from "unencrypted".
 */
function isOpposed(claim: Facts, evidence: Facts): boolean {
  const [mine, theirs] = [wordsOf(claim), wordsOf(evidence)];
  const isNew = (word: string): boolean => mine.has(word) && !theirs.has(word);
  const isReversed = (word: string): boolean =>
    theirs.has(word.replace(turning, "")) ||
    (opposites.get(word) ?? []).some(([, opposite]) => isGone(opposite));
  const isGone = (word: string): boolean => theirs.has(word) && !mine.has(word);
  return (
    [...mine].some((word) => isNew(word) && isReversed(word)) ||
    [...theirs].some((word) => isGone(word) && isNew(word.replace(turning, "")))
  );
}

function wordsOf({ tokens }: Facts): ReadonlySet<string> {
  return new Set(tokens.map(({ lower }) => lower));
}
