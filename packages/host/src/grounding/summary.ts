import { z } from "zod";
import { quoteAt, type Source } from "./source.ts";
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
export interface Choice {
  readonly bullets: readonly { readonly span: string; readonly claim?: string | undefined }[];
}

const mostBullets = 20;
const mostClaim = 1_000;

/** The grammar of a choice. Refuses unknown keys, including quotes. */
export const choiceGrammar: z.ZodType<Choice> = z.strictObject({
  bullets: z
    .array(
      z.strictObject({
        span: z.string().min(1),
        claim: z.string().min(1).max(mostClaim).optional(),
      }),
    )
    .max(mostBullets),
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
