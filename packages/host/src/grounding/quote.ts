import { mask } from "@toolcourt/gateway/internal/boundary/redaction/spans";
import { tokensOf } from "../planner/words.ts";
import { leastQuote } from "./sentences.ts";
import { type Place, quoteAt, type Source, textAt } from "./source.ts";
import { isOf } from "./wordings.ts";

export type QuoteFault =
  | "evidence-not-verbatim"
  | "evidence-too-short"
  | "evidence-redacted"
  | "evidence-out-of-negation"
  | "evidence-out-of-condition"
  | "evidence-not-whole";

export interface Quote extends Place {
  readonly evidence: string;
}

/** Returns the fault of a quote, independent of its claim. */
export function quoteFault(source: Source, quote: Quote): QuoteFault | undefined {
  const text = textAt(source.result, quote.pointer);
  if (text === undefined || quoteAt(source, quote) !== quote.evidence) {
    return "evidence-not-verbatim";
  }
  if (coversMark(text, quote)) return "evidence-redacted";
  if (quote.start === 0 && quote.end === text.length) return undefined;
  if (quote.end - quote.start < leastQuote) return "evidence-too-short";
  return cutFault(source, text, quote);
}

/** Returns whether a quote overlaps a redaction mark, even partly. */
function coversMark(text: string, { start, end }: Place): boolean {
  for (let at = text.indexOf(mask); at !== -1; at = text.indexOf(mask, at + 1)) {
    if (at < end && at + mask.length > start) return true;
  }
  return false;
}

/** Checks the parts of sentences cut off by a quote: they must not negate or limit it. */
function cutFault({ spans }: Source, text: string, quote: Place): QuoteFault | undefined {
  const { pointer, start, end } = quote;
  const touched = spans.filter(
    (one) => one.pointer === pointer && one.start < end && one.end > start,
  );
  const first = Math.min(start, ...touched.map((one) => one.start));
  const last = Math.max(end, ...touched.map((one) => one.end));
  const left = `${text.slice(first, start)} ${text.slice(end, last)}`;
  const words = tokensOf(left).map(({ lower }) => lower);
  if (words.some((word) => isOf("negation", word))) return "evidence-out-of-negation";
  const limits = words.some((word) => isOf("condition", word) || isOf("modality", word));
  if (limits) return "evidence-out-of-condition";
  return left.trim() === "" ? undefined : "evidence-not-whole";
}
