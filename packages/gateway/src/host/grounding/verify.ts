import { type Difference, differencesOf } from "./differences.ts";
import { factsOf } from "./facts.ts";
import { hasForeignWords } from "./foreign-words.ts";
import { pair } from "./pairing.ts";
import { type Quote, type QuoteFault, quoteFault } from "./quote.ts";
import { sentencesOf } from "./sentences.ts";
import type { Source } from "./source.ts";
import { supportOf } from "./support.ts";

/** One point of a summary, with the characters of the result that it comes from. */
export interface Bullet extends Quote {
  readonly claim: string;
}

/** Whether a claim must be its evidence, or may say the same in other words. */
export type Mode = "extractive" | "paraphrase";

/** Why a claim is not shown. */
export type Rejection = QuoteFault | Difference | "words-not-in-evidence" | "two-propositions";

/** How far the words of a paraphrase must be those of its evidence, with the doubt that short claims get. */
export const leastSupport = 0.29;

/** Every reason against one claim; none when it is grounded. */
export function rejectionsOf(source: Source, bullet: Bullet, mode: Mode): readonly Rejection[] {
  const fault = quoteFault(source, bullet);
  if (fault !== undefined) return [fault];
  const { claim, evidence } = bullet;
  const isQuote = sameText(claim, evidence);
  // Whoever repeats a quote says nothing in other words, and a short one is as good as a long one.
  if (mode === "paraphrase" && !isQuote) {
    const reasons = paraphraseRejections(claim, evidence);
    return reasons.length === 0 && isBeyondField(source, bullet)
      ? ["words-not-in-evidence"]
      : reasons;
  }
  if (!isOneSpan(source, bullet)) return ["two-propositions"];
  return isQuote ? [] : reasonsFor(claim, evidence);
}

/** A field says so little that each word of its claim must be there: else "role: admin" is said of anybody. */
function isBeyondField({ spans }: Source, { pointer, claim, evidence }: Bullet): boolean {
  if (!spans.some((span) => span.kind === "field" && span.pointer === pointer)) return false;
  const has = new Set(factsOf(evidence).topics);
  return factsOf(claim).topics.some((stem) => !has.has(stem));
}

/** A quote over several spans says several things. */
function isOneSpan({ spans }: Source, { pointer, start, end }: Bullet): boolean {
  return spans.some((span) => span.pointer === pointer && span.start === start && span.end === end);
}

/** No other change is undone than that of line ends. */
function sameText(claim: string, evidence: string): boolean {
  return claim.replaceAll("\r\n", "\n") === evidence.replaceAll("\r\n", "\n");
}

/** A claim that is not its evidence is refused in any case; this says in what it differs. */
function reasonsFor(claim: string, evidence: string): readonly Rejection[] {
  const differences = differencesOf(pair(claim, evidence));
  return differences.length === 0 ? ["words-not-in-evidence"] : differences;
}

/** A claim in other words beside its evidence. */
export interface Weighed {
  /** In what it says something else, as far as words show it. */
  readonly faults: readonly Rejection[];
  /** How far its words are those of the evidence, from 0 to 1. */
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

/** Every reason why a claim in other words does not follow from its evidence. */
export function paraphraseRejections(claim: string, evidence: string): readonly Rejection[] {
  const { faults, support } = weigh(claim, evidence);
  const isBorne = support >= leastSupport || faults.includes("words-not-in-evidence");
  return isBorne ? faults : [...faults, "words-not-in-evidence"];
}

/** A second sentence, or a second clause with a subject of its own after a mark. */
const secondClause =
  /;|[,—–]\s+(?:and|but|while|whereas|so)\s+(?:he|she|it|they|we|there|this|that|these|those)\b/i;

/** A claim may have the two clauses that one sentence of its evidence has. */
function isTwofold(claim: string, sentence: string): boolean {
  if (sentencesOf(claim).length > 1) return true;
  return secondClause.test(claim) && !secondClause.test(sentence);
}
