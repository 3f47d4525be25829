import type { Claim } from "./shapes.ts";

/** A part of a value's text, and the claims that quote it. */
export interface QuotedPart {
  readonly text: string;
  /** Indexes of the claims. Empty for text that no claim quotes. */
  readonly claims: readonly number[];
}

/** Returns the text of a value, in which quotes count characters. */
export function textOf(value: string | number | boolean | null): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Groups the indexes of claims by the pointers of their quotes. */
export function claimsByPointer(claims: readonly Claim[]): ReadonlyMap<string, readonly number[]> {
  return Map.groupBy(claims.keys(), (at) => claims[at]?.pointer ?? "");
}

/** Splits a text at the ends of its quotes, which may overlap. */
export function partsOf(
  text: string,
  at: readonly number[],
  claims: readonly Claim[],
): readonly QuotedPart[] {
  const quotes = at.flatMap((index) => {
    const { start = 0, end = 0 } = claims[index] ?? {};
    return start < end && end <= text.length ? [{ index, start, end }] : [];
  });
  const cuts = [...new Set([0, text.length, ...quotes.flatMap(({ start, end }) => [start, end])])];
  const sorted = cuts.toSorted((one, other) => one - other);
  return sorted.slice(1).map((end, order) => {
    const start = sorted[order] ?? 0;
    const here = quotes.filter((quote) => quote.start <= start && end <= quote.end);
    return { text: text.slice(start, end), claims: here.map(({ index }) => index) };
  });
}
