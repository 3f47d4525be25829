import type { Span } from "./span.ts";

/** A text with its wrapped lines joined. */
export interface Unwrapped {
  readonly text: string;
  /** Maps a span back to the original text. */
  readonly original: (span: Span) => Span;
}

/** Encoders wrap lines at 64 or 76 characters, and such lines hold only encoded data. */
const leastLine = 40;
const carriageReturn = 13;
const isOfCode = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w+/-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Removes line breaks inside encoded data such as base64. Undefined if there are none. */
export function unwrapLines(text: string): Unwrapped | undefined {
  const breaks = breaksIn(text);
  if (breaks.length === 0) return undefined;
  let joined = "";
  let from = 0;
  /** Start of each piece in the joined text, and the number of characters removed before it. */
  const pieces: { readonly start: number; readonly before: number }[] = [];
  for (const { start, end } of [...breaks, { start: text.length, end: text.length }]) {
    pieces.push({ start: joined.length, before: from - joined.length });
    joined += text.slice(from, start);
    from = end;
  }
  const originalOf = (at: number): number => at + (pieces[pieceAt(pieces, at)]?.before ?? 0);
  return {
    text: joined,
    original: ({ start, end }) => ({ start: originalOf(start), end: originalOf(end - 1) + 1 }),
  };
}

function breaksIn(text: string): readonly Span[] {
  const breaks: Span[] = [];
  for (let at = text.indexOf("\n", leastLine); at !== -1; at = text.indexOf("\n", at + 1)) {
    const start = text.charCodeAt(at - 1) === carriageReturn ? at - 1 : at;
    if (isCode(text, at + 1) && endsLine(text, start)) breaks.push({ start, end: at + 1 });
  }
  return breaks;
}

function endsLine(text: string, end: number): boolean {
  let at = end - 1;
  while (at >= end - leastLine && isCode(text, at)) at -= 1;
  return at < end - leastLine;
}

function isCode(text: string, at: number): boolean {
  return isOfCode[text.charCodeAt(at)] === 1;
}

/** Returns the last piece that starts at or before this position. */
function pieceAt(pieces: readonly { readonly start: number }[], at: number): number {
  let from = 0;
  let until = pieces.length;
  while (until - from > 1) {
    const middle = (from + until) >> 1;
    if ((pieces[middle]?.start ?? 0) <= at) from = middle;
    else until = middle;
  }
  return from;
}
