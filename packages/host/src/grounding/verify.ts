import { type Difference, differencesOf } from "./differences.ts";
import { factsOf } from "./facts.ts";
import { pair } from "./pairing.ts";
import { sentencesOf } from "./sentences.ts";
import { type Quote, type QuoteFault, quoteFault, type Source } from "./source.ts";
import { hasForeignWords, supportOf } from "./support.ts";

/** One point of a summary, with the text range of the result it comes from. */
export interface Bullet extends Quote {
  readonly claim: string;
}

/** Whether a claim must equal its evidence, or may paraphrase it. */
export type Mode = "extractive" | "paraphrase";

/** Why a claim is not shown. */
export type Rejection = QuoteFault | Difference | "words-not-in-evidence" | "two-propositions";

/** Minimum support of a paraphrase, including the penalty for short claims. */
export const minSupport = 0.29;

/** Returns every reason against one claim. Empty if it is grounded. */
export function rejectionsOf(source: Source, bullet: Bullet, mode: Mode): readonly Rejection[] {
  const fault = quoteFault(source, bullet);
  if (fault !== undefined) return [fault];
  const { claim, evidence } = bullet;
  const isQuote = sameText(claim, evidence);
  // A verbatim quote is no paraphrase, so its length does not matter.
  if (mode === "paraphrase" && !isQuote) {
    const reasons = paraphraseRejections(claim, evidence);
    return reasons.length === 0 && isBeyondField(source, bullet)
      ? ["words-not-in-evidence"]
      : reasons;
  }
  if (!isOneSpan(source, bullet)) return ["two-propositions"];
  return isQuote ? [] : reasonsFor(claim, evidence);
}

/**
 * A field is so short that every word of the claim must be in it. Otherwise "role: admin" would
 * support a claim about any person.
 */
function isBeyondField({ spans }: Source, { pointer, claim, evidence }: Bullet): boolean {
  if (!spans.some((span) => span.kind === "field" && span.pointer === pointer)) return false;
  const has = new Set(factsOf(evidence).topics);
  return factsOf(claim).topics.some((stem) => !has.has(stem));
}

/** A quote over several spans makes several statements. */
function isOneSpan({ spans }: Source, { pointer, start, end }: Bullet): boolean {
  return spans.some((span) => span.pointer === pointer && span.start === start && span.end === end);
}

/** Compares texts, ignoring only line-ending differences. */
function sameText(claim: string, evidence: string): boolean {
  return claim.replaceAll("\r\n", "\n") === evidence.replaceAll("\r\n", "\n");
}

/** Explains how a claim differs from its evidence. It is refused in any case. */
function reasonsFor(claim: string, evidence: string): readonly Rejection[] {
  const differences = differencesOf(pair(claim, evidence));
  return differences.length === 0 ? ["words-not-in-evidence"] : differences;
}

/** A paraphrase compared with its evidence. */
export interface Weighed {
  /** Differences, as far as the words show them. */
  readonly faults: readonly Rejection[];
  /** How well the evidence covers its words, from 0 to 1. */
  readonly support: number;
}

export function weigh(claim: string, evidence: string): Weighed {
  const pairing = pair(claim, evidence);
  const faults: readonly Rejection[] = [
    ...(isTwofold(claim, pairing.sentenceText) ? (["two-propositions"] as const) : []),
    ...differencesOf(pairing),
    ...(hasForeignWords(pairing.claim, pairing.evidence)
      ? (["words-not-in-evidence"] as const)
      : []),
  ];
  return { faults, support: supportOf(pairing.claim, pairing.evidence) };
}

/** Returns every reason why a paraphrase does not follow from its evidence. */
export function paraphraseRejections(claim: string, evidence: string): readonly Rejection[] {
  const { faults, support } = weigh(claim, evidence);
  const isBorne = support >= minSupport || faults.includes("words-not-in-evidence");
  return isBorne ? faults : [...faults, "words-not-in-evidence"];
}

/** A second sentence, or a second clause with its own subject after a mark. */
const secondClause =
  /;|[,—–]\s+(?:and|but|while|whereas|so)\s+(?:he|she|it|they|we|there|this|that|these|those)\b/i;

/**
 * Returns whether a claim has more statements than its sentence of evidence: two clauses are
 * allowed if the sentence has two.
 */
function isTwofold(claim: string, sentence: string): boolean {
  if (sentencesOf(claim).length > 1) return true;
  return secondClause.test(claim) && !secondClause.test(sentence);
}
