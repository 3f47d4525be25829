import { isMixed, type LongRun } from "./long-runs.ts";
import type { Span } from "./span.ts";

export interface EncodedStretch {
  readonly span: Span;
  readonly decoded: string;
}

const longestToken = 8_192;
const shortestEncoded = 24;

/** Finds base64-encoded text and URL escapes, and decodes them. */
export function encodedStretches(
  text: string,
  runs: readonly LongRun[],
): readonly EncodedStretch[] {
  const mixed = runs.filter((run) => run.end - run.start >= shortestEncoded && isMixed(run));
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
  const first = Math.max(0, at - longestToken);
  const last = Math.min(text.length, at + longestToken);
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
