/** Replacement for redacted text. */
export const mask = "***";

export interface RedactedSpans {
  readonly text: string;
  /** Number of redacted spans. Overlapping spans count as one. */
  readonly count: number;
}

/** Replaces each span with the mask. Spans must be ordered by start. */
export function redactSpans(text: string, spans: readonly Span[]): RedactedSpans {
  if (spans.length === 0) return { text, count: 0 };
  const merged = mergeSpans(spans);
  let redacted = "";
  let from = 0;
  for (const { start, end } of merged) {
    redacted += text.slice(from, start) + mask;
    from = end;
  }
  return { text: redacted + text.slice(from), count: merged.length };
}

/** Merges overlapping spans. Spans must be ordered by start. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: { readonly start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const last = merged.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** A range of a text. The end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
