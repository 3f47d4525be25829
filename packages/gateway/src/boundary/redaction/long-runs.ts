import type { Characters } from "./find-anchors.ts";
import type { Span } from "./spans.ts";

/** Minimum length of a value that needs more than its name to be recognized. */
const minRunLength = 14;

/** An unbroken run of token characters, long enough to hold a token. */
export interface LongRun extends Span {
  /** Bit mask of its character classes. */
  readonly kinds: number;
}

const other = 1;
const digit = 2;
const large = 4;
const small = 8;
const kinds = [
  { kind: digit, is: /[0-9]/ },
  { kind: large, is: /[A-Z]/ },
  { kind: small, is: /[a-z]/ },
  { kind: other, is: /[_+/=~.|%@:-]/ },
];

const kindOf = Uint8Array.from({ length: 256 }, (_, code) => {
  return kinds.find(({ is }) => is.test(String.fromCharCode(code)))?.kind ?? 0;
});

export function hasDigit(run: LongRun): boolean {
  return (run.kinds & digit) !== 0;
}

/** A run without digits and capitals is plain words. */
export function isWords(run: LongRun): boolean {
  return (run.kinds & (digit | large)) === 0;
}

/** Base64 of a longer text has characters of every class. */
function isMixed(run: LongRun): boolean {
  const all = digit | large | small;
  return (run.kinds & all) === all;
}

export function longRuns(text: Characters): readonly LongRun[] {
  const runs: LongRun[] = [];
  for (let start = nextRun(text, 0); start !== -1; ) {
    const run = runFrom(text, start);
    runs.push(run);
    start = nextRun(text, run.end + 1);
  }
  return runs;
}

/**
 * Returns the start of the next run. The loop makes no calls, because every text passes through it
 * in full.
 */
function nextRun(text: Characters, from: number): number {
  let start = from;
  // Scans backward: a break character rules out any run that starts before it.
  for (let at = start + minRunLength - 1; at < text.length; at = start + minRunLength - 1) {
    while (at >= start && kindOf[text[at] ?? 0] !== 0) at -= 1;
    if (at < start) return start;
    start = at + 1;
  }
  return -1;
}

function runFrom(text: Characters, start: number): LongRun {
  let seen = 0;
  let end = start;
  for (; end < text.length; end += 1) {
    const kind = kindOf[text[end] ?? 0] ?? 0;
    if (kind === 0) break;
    seen |= kind;
  }
  return { start, end, kinds: seen };
}

export interface EncodedStretch {
  readonly span: Span;
  readonly decoded: string;
}

const maxTokenLength = 8_192;
const minEncodedLength = 24;

/** Finds base64-encoded text and URL escapes, and decodes them. */
export function encodedStretches(
  text: string,
  runs: readonly LongRun[],
): readonly EncodedStretch[] {
  const mixed = runs.filter((run) => run.end - run.start >= minEncodedLength && isMixed(run));
  return [...mixed.flatMap((run) => base64In(text, run)), ...escapedStretches(text)];
}

function base64In(text: string, { start, end }: Span): readonly EncodedStretch[] {
  return [...text.slice(start, end).matchAll(/[\w+/-]{24,}={0,2}/g)].flatMap((match) => {
    // The first bytes tell a picture from a text, without decoding all of it.
    if (!isReadable(decodedFrom(match[0].slice(0, 16)))) return [];
    const from = start + match.index;
    const span = { start: from, end: from + match[0].length };
    return [{ span, decoded: decodedFrom(match[0]) }];
  });
}

function decodedFrom(base64: string): string {
  return Buffer.from(base64, "base64").toString("latin1");
}

function isReadable(decoded: string): boolean {
  return !/[^\t\n\v\f\r\x20-\x7e]/.test(decoded);
}

function escapedStretches(text: string): readonly EncodedStretch[] {
  const stretches: EncodedStretch[] = [];
  let from = 0;
  for (let at = text.indexOf("%"); at !== -1; at = text.indexOf("%", Math.max(at + 1, from))) {
    if (!/^[0-9a-f]{2}$/i.test(text.slice(at + 1, at + 3))) continue;
    const span = wordAround(text, at);
    stretches.push({ span, decoded: unescaped(text.slice(span.start, span.end)) });
    from = span.end;
  }
  return stretches;
}

function wordAround(text: string, at: number): Span {
  const first = Math.max(0, at - maxTokenLength);
  const last = Math.min(text.length, at + maxTokenLength);
  let start = at;
  while (start > first && !isBreak(text.charCodeAt(start - 1))) start -= 1;
  let end = at;
  while (end < last && !isBreak(text.charCodeAt(end))) end += 1;
  return { start, end };
}

const breaks = /["'<>&]/;

function isBreak(code: number): boolean {
  return code <= 32 || (code < 63 && breaks.test(String.fromCharCode(code)));
}

function unescaped(word: string): string {
  return word.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
