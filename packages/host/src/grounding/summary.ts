import { z } from "zod";
import { topicsOf } from "../planner/words.ts";
import { quoteAt, type Source, type Span } from "./source.ts";
import { type Bullet, type Mode, type Rejection, rejectionsOf } from "./verify.ts";

/** The summary shown with a result: each claim with the text range it comes from. */
export interface Summary {
  readonly type: "summary";
  readonly bullets: readonly Bullet[];
}

/**
 * The answer format for models: span ids, and claims in paraphrase mode. A model never writes a
 * quote.
 */
interface Choice {
  readonly bullets: readonly { readonly span: string; readonly claim?: string | undefined }[];
}

const maxBullets = 20;
const maxClaimLength = 1_000;

/** The grammar of a choice. Refuses unknown keys, including quotes. */
export const choiceGrammar: z.ZodType<Choice> = z.strictObject({
  bullets: z
    .array(
      z.strictObject({
        span: z.string().min(1),
        claim: z.string().min(1).max(maxClaimLength).optional(),
      }),
    )
    .max(maxBullets),
});

export interface Rejected {
  /** Index of the bullet in the choice. */
  readonly at: number;
  readonly reasons: readonly (Rejection | "span-unknown")[];
}

export interface Grounded {
  readonly summary: Summary;
  readonly mode: Mode;
  readonly rejected: readonly Rejected[];
}

/**
 * Copies the quote of each chosen span from the result, and keeps the claims their quotes support.
 */
export function ground(source: Source, choice: Choice, mode: Mode): Grounded {
  const bullets: Bullet[] = [];
  const rejected: Rejected[] = [];
  for (const [at, chosen] of choice.bullets.entries()) {
    const bullet = bulletOf(source, chosen);
    const reasons =
      bullet === undefined ? ["span-unknown" as const] : rejectionsOf(source, bullet, mode);
    if (bullet !== undefined && reasons.length === 0) bullets.push(bullet);
    else rejected.push({ at, reasons });
  }
  return { summary: { type: "summary", bullets }, mode, rejected };
}

function bulletOf(
  source: Source,
  { span: id, claim }: Choice["bullets"][number],
): Bullet | undefined {
  const span = source.spans.find((one) => one.id === id);
  if (span === undefined) return undefined;
  const { pointer, start, end } = span;
  const evidence = quoteAt(source, span);
  return evidence === undefined
    ? undefined
    : { claim: claim ?? evidence, evidence, pointer, start, end };
}

const defaultMax = 5;

/**
 * Summarizes without a model: returns the spans with most of the question's words, verbatim and in
 * order.
 */
export function summarize(source: Source, question: string, most = defaultMax): Grounded {
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
