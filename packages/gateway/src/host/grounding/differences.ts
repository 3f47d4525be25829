import { dimensionOf } from "../planner/units.ts";
import { bindingDiffers } from "./bindings.ts";
import { type Facts, factsOf, isTopic } from "./facts.ts";
import { sentencesOf } from "./sentences.ts";
import { groupOf, isOf, mayBeAdded, mayBeLeftOut, type Wording } from "./wordings.ts";

/** In what a claim says something else than its evidence. */
export type Difference =
  | "number-differs"
  | "unit-differs"
  | "date-differs"
  | "identifier-differs"
  | "name-differs"
  | "negation-differs"
  | "quantifier-differs"
  | "comparison-differs"
  | "modality-differs"
  | "subject-differs";

/** A claim beside its evidence, and beside the sentence of the evidence that it has most words of. */
export interface Pairing {
  readonly claim: Facts;
  readonly evidence: Facts;
  readonly sentence: Facts;
}

export function pair(claim: string, evidence: string): Pairing {
  const facts = factsOf(claim);
  const topics = new Set(facts.topics);
  const [best = factsOf(evidence)] = sentencesOf(evidence)
    .map(({ start, end }) => factsOf(evidence.slice(start, end)))
    .toSorted((a, b) => sharedWith(b, topics) - sharedWith(a, topics));
  return { claim: facts, evidence: factsOf(evidence), sentence: best };
}

function sharedWith({ topics }: Facts, wanted: ReadonlySet<string>): number {
  return new Set(topics.filter((stem) => wanted.has(stem))).size;
}

const tests: Readonly<Record<Difference, (pairing: Pairing) => boolean>> = {
  "number-differs": ({ claim, evidence }) =>
    hasMore(
      claim.quantities.map(({ value }) => String(value)),
      evidence.quantities.map(({ value }) => String(value)),
    ),
  "unit-differs": unitDiffers,
  "date-differs": ({ claim, evidence }) => claim.dates.some((date) => !isDated(date, evidence)),
  "identifier-differs": ({ claim, evidence }) =>
    claim.identifiers.some((one) => !evidence.identifiers.includes(one)),
  "name-differs": nameDiffers,
  "negation-differs": negationDiffers,
  "quantifier-differs": quantifierDiffers,
  "comparison-differs": comparisonDiffers,
  "modality-differs": modalityDiffers,
  "subject-differs": bindingDiffers,
};

const all: readonly Difference[] = [
  "number-differs",
  "unit-differs",
  "date-differs",
  "identifier-differs",
  "name-differs",
  "negation-differs",
  "quantifier-differs",
  "comparison-differs",
  "modality-differs",
  "subject-differs",
];

export function differencesOf(pairing: Pairing): readonly Difference[] {
  return all.filter((difference) => tests[difference](pairing));
}

function unitDiffers(pairing: Pairing): boolean {
  return unitExchanged(pairing) || quantityDiffers(pairing);
}

/** "After months" of "after years": a unit that the evidence has not, where it has another of the kind. */
function unitExchanged({ claim, evidence }: Pairing): boolean {
  const has = new Set(evidence.tokens.flatMap(({ stems }) => stems));
  const kinds = new Set(evidence.tokens.map((token) => kindOfUnit(token.lower)));
  return claim.tokens.some(({ lower, stems }) => {
    const kind = kindOfUnit(lower);
    return kind !== undefined && kinds.has(kind) && stems.every((stem) => !has.has(stem));
  });
}

/** Short ones are other words more often than units. */
function kindOfUnit(word: string): string | undefined {
  return word.length > 3 ? dimensionOf(word) : undefined;
}

function quantityDiffers({ claim, evidence }: Pairing): boolean {
  return claim.quantities.some(({ value, unit }) => {
    const same = evidence.quantities.filter((one) => one.value === value);
    return same.length > 0 && same.every((one) => one.unit !== unit);
  });
}

/** A date may say less than the evidence's, never another or more. */
function isDated(date: string, { dates }: Facts): boolean {
  return dates.some((other) => date.split(" ").every((part) => other.split(" ").includes(part)));
}

function nameDiffers({ claim, evidence }: Pairing): boolean {
  const has = new Set(evidence.tokens.flatMap(({ stems }) => stems));
  const initials = initialsOf(evidence);
  return claim.names.some((name) => !has.has(name) && !isInitials(name, initials));
}

/** The first letters of the words with a topic, in order, with a space where one has no capital. */
function initialsOf({ tokens }: Facts): string {
  return tokens
    .filter((token) => isTopic(token))
    .map(({ text, lower }) => (/^\p{Lu}/u.test(text) ? lower.charAt(0) : " "))
    .join("");
}

/** "WHO" for "World Health Organization". Two letters meet by chance. */
function isInitials(name: string, initials: string): boolean {
  return name.length > 2 && name.length < 7 && initials.includes(name);
}

/** More negations than the evidence has, or one left out before a word that the claim has. */
function negationDiffers({ claim, evidence, sentence }: Pairing): boolean {
  const isMore = negationsOf(claim) > negationsOf(evidence);
  return isMore || isLeftOut("negation", claim, sentence);
}

function negationsOf({ tokens }: Facts): number {
  return tokens.filter(({ lower }) => isOf("negation", lower)).length;
}

/** How many words on a word of grammar still bears on the next one with a topic. */
const reach = 4;

/** Whether the claim has a word that such a word bears on in the sentence, and none that bears on it in the claim. */
function isLeftOut(wording: Wording, claim: Facts, sentence: Facts): boolean {
  const mine = boundBy(wording, claim);
  const topics = new Set(claim.topics);
  return [...boundBy(wording, sentence)].some((stem) => topics.has(stem) && !mine.has(stem));
}

function boundBy(wording: Wording, { tokens }: Facts): ReadonlySet<string> {
  return new Set(
    tokens.flatMap(({ lower }, at) => {
      if (!isOf(wording, lower) || mayBeLeftOut(lower)) return [];
      const next = tokens.slice(at + 1, at + 1 + reach).find((token) => isTopic(token));
      return (next ?? tokens.slice(0, at).findLast((token) => isTopic(token)))?.stems ?? [];
    }),
  );
}

/** Whether the claim has such a word that the evidence has not, and that makes it say more. */
function isAdded(wording: Wording, claim: Facts, evidence: Facts): boolean {
  const words = claim.tokens.filter(({ lower }) => isOf(wording, lower) && !mayBeAdded(lower));
  return hasMore(
    words.map(({ lower }) => groupOf(lower)),
    evidence.tokens.map(({ lower }) => groupOf(lower)),
  );
}

/** Whether something is there more often than among the others. */
function hasMore(some: readonly string[], others: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.some((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}

/** A quantifier of its own, or one left out before a word that the claim has. */
function quantifierDiffers({ claim, evidence, sentence }: Pairing): boolean {
  return isAdded("quantifier", claim, evidence) || isLeftOut("quantifier", claim, sentence);
}

/** A direction of its own, or the same one between the two turned round. */
function comparisonDiffers({ claim, evidence, sentence }: Pairing): boolean {
  return isAdded("comparison", claim, evidence) || isTurned(claim, sentence);
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

/** A claim may be less sure than its evidence, never surer. */
function modalityDiffers({ claim, evidence, sentence }: Pairing): boolean {
  return isAdded("modality", claim, evidence) || isLeftOut("modality", claim, sentence);
}
