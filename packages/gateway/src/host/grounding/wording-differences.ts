import { type Facts, isTopic } from "./facts.ts";
import { hasMore } from "./has-more.ts";
import { isOpposed } from "./opposites.ts";
import { type Pairing, sharedWith } from "./pairing.ts";
import { groupOf, isOf, mayBeAdded, mayBeLeftOut, type Wording } from "./wordings.ts";

/** More negations than the evidence has, one left out before a word that the claim has, or a word's opposite. */
export function negationDiffers({ claim, evidence, sentence }: Pairing): boolean {
  const isMore = negationsOf(claim) > negationsOf(evidence);
  if (isMore || isLeftOut("negation", claim, sentence)) return true;
  return isOpposed(claim, evidence) || isNoneLeftOut(claim, sentence);
}

/** "There were errors" of "errors: 0". A claim with another number is about something else of the sentence. */
function isNoneLeftOut(claim: Facts, sentence: Facts): boolean {
  const isNone = sentence.quantities.some(({ value }) => value === 0);
  return isNone && claim.quantities.length === 0 && negationsOf(claim) === 0;
}

/** None of something is one as well. */
function negationsOf({ tokens, quantities }: Facts): number {
  const words = tokens.filter(({ lower }) => isOf("negation", lower));
  return words.length + quantities.filter(({ value }) => value === 0).length;
}

/** How many words on a word of grammar still bears on the next one with a topic. */
const reach = 4;

/** Whether the claim has a word that such a word bears on in the sentence, and none that bears on it in the claim. */
function isLeftOut(wording: Wording, claim: Facts, sentence: Facts): boolean {
  const mine = boundBy(wording, claim);
  // Where the claim has as many of them, they bear on the same by other words.
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
  /** What it bears on. */
  readonly stem: string;
}

function bearings(wording: Wording, { tokens }: Facts): readonly Bearing[] {
  return tokens.flatMap(({ lower: word }, at) => {
    if (!isOf(wording, word)) return [];
    const next = tokens.slice(at + 1, at + 1 + reach).find((token) => isTopic(token));
    const bound = next ?? tokens.slice(0, at).findLast((token) => isTopic(token));
    return (bound?.stems ?? []).map((stem) => ({ word, stem }));
  });
}

/** Whether another such word bears on the same in the claim: what is all of it there is some of it here. */
function isExchanged(wording: Wording, claim: Facts, sentence: Facts): boolean {
  const theirs = Map.groupBy(bearings(wording, sentence), ({ stem }) => stem);
  return bearings(wording, claim).some(({ word, stem }) => {
    const there = theirs.get(stem) ?? [];
    return there.length > 0 && there.every((other) => groupOf(other.word) !== groupOf(word));
  });
}

/** Whether the claim has such a word that the evidence has not, and that makes it say more. */
function isAdded(wording: Wording, claim: Facts, evidence: Facts): boolean {
  const words = claim.tokens.filter(({ lower }) => isOf(wording, lower) && !mayBeAdded(lower));
  return hasMore(
    words.map(({ lower }) => groupOf(lower)),
    evidence.tokens.map(({ lower }) => groupOf(lower)),
  );
}

/** A quantifier of its own, another one of the same, or one left out before a word that the claim has. */
export function quantifierDiffers({ claim, evidence, sentence }: Pairing): boolean {
  if (isAdded("quantifier", claim, evidence)) return true;
  if (isExchanged("quantifier", claim, sentence)) return true;
  return isLeftOut("quantifier", claim, sentence);
}

/** A direction of its own, the same one between the two turned round, or a bound that became the number itself. */
export function comparisonDiffers({ claim, evidence, sentence }: Pairing): boolean {
  if (isAdded("comparison", claim, evidence)) return true;
  return isTurned(claim, sentence) || isUnbound(claim, evidence);
}

const bounds = new Set("than over under above below least most nearly almost".split(" "));

function isBound({ tokens }: Facts, at: number): boolean {
  const [before, last] = [tokens[at - 2]?.lower, tokens[at - 1]?.lower ?? ""];
  return bounds.has(last) || (before === "up" && last === "to");
}

/** "30 came" of "fewer than 30 came". */
function isUnbound(claim: Facts, evidence: Facts): boolean {
  return claim.quantities.some(({ value, at }) => {
    const same = evidence.quantities.filter((one) => one.value === value);
    return same.length > 0 && !isBound(claim, at) && same.every((one) => isBound(evidence, one.at));
  });
}

/** "A is larger than B" of "B is larger than A". */
function isTurned(claim: Facts, sentence: Facts): boolean {
  const [mine, theirs] = [aroundThan(claim), aroundThan(sentence)];
  if (mine === undefined || theirs === undefined) return false;
  const isAfter = (stem: string): boolean => theirs.after.has(stem) && !theirs.before.has(stem);
  const isBefore = (stem: string): boolean => theirs.before.has(stem) && !theirs.after.has(stem);
  return [...mine.before].some(isAfter) && [...mine.after].some(isBefore);
}

function aroundThan({
  tokens,
}: Facts):
  | { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> }
  | undefined {
  const at = tokens.findIndex(({ lower }) => lower === "than");
  if (at === -1) return undefined;
  return { before: stemsOf(tokens.slice(0, at)), after: stemsOf(tokens.slice(at + 1)) };
}

function stemsOf(tokens: Facts["tokens"]): ReadonlySet<string> {
  return new Set(tokens.filter((token) => isTopic(token)).flatMap(({ stems }) => stems));
}

/** Surer than its evidence, or sure in another way. */
export function modalityDiffers({ claim, evidence, sentence }: Pairing): boolean {
  if (isAdded("modality", claim, evidence) || isExchanged("modality", claim, sentence)) return true;
  return isLeftOut("modality", claim, sentence);
}

/** What the evidence says under a condition is claimed without one, and for sure. */
export function conditionDiffers({ claim, sentence }: Pairing): boolean {
  if (!isLimited(sentence) || isLimited(claim)) return false;
  const isUnsure = claim.tokens.some(({ lower }) => isOf("modality", lower) && mayBeAdded(lower));
  const wanted = new Set(claim.topics);
  return !isUnsure && sharedWith(sentence, wanted) * 2 >= wanted.size;
}

function isLimited({ tokens }: Facts): boolean {
  return tokens.some(({ lower }) => isOf("limit", lower));
}
