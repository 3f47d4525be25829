import type { Span } from "./span.ts";

/** What stands where something was taken out. */
export const mask = "***";

export interface Hidden {
  readonly text: string;
  /** How many stretches were taken out; stretches that overlap are one. */
  readonly count: number;
}

/** Puts the mask in the place of each stretch. Takes spans in order of their starts. */
export function hideSpans(text: string, spans: readonly Span[]): Hidden {
  if (spans.length === 0) return { text, count: 0 };
  const merged = mergeSpans(spans);
  let hidden = "";
  let from = 0;
  for (const { start, end } of merged) {
    hidden += text.slice(from, start) + mask;
    from = end;
  }
  return { text: hidden + text.slice(from), count: merged.length };
}

/** Joins what overlaps. Takes spans in order of their starts. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: { readonly start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const last = merged.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
