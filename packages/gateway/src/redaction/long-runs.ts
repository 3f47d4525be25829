import type { Characters } from "./find-anchors.ts";
import type { Span } from "./find-forms.ts";

/** No token of those we know is shorter. */
const shortest = 20;
const half = shortest / 2;

/** A stretch of characters that tokens are made of, without a break, and long enough to be one. */
export interface LongRun extends Span {
  readonly hasDigit: boolean;
  readonly hasLarge: boolean;
  readonly hasSmall: boolean;
}

export function longRuns(text: Characters): readonly LongRun[] {
  const runs: LongRun[] = [];
  // A long run covers two looks in a row, so most of a text of words is never looked at.
  for (let at = half; at < text.length; at += half) {
    if (!isOfToken(text[at]) || !isOfToken(text[at - half])) continue;
    const { start, end } = runAround(text, at - half);
    if (end - start >= shortest) runs.push({ start, end, ...madeOf(text, start, end) });
    at = Math.max(at, end);
  }
  return runs;
}

function runAround(text: Characters, at: number): Span {
  let start = at;
  while (start > 0 && isOfToken(text[start - 1])) start -= 1;
  let end = at + 1;
  while (end < text.length && isOfToken(text[end])) end += 1;
  return { start, end };
}

function madeOf(text: Characters, start: number, end: number): Omit<LongRun, keyof Span> {
  let kinds = 0;
  for (let at = start; at < end; at += 1) kinds |= kindOf[text[at] ?? 0] ?? 0;
  return {
    hasDigit: (kinds & digit) !== 0,
    hasLarge: (kinds & large) !== 0,
    hasSmall: (kinds & small) !== 0,
  };
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

function isOfToken(character = 0): boolean {
  return kindOf[character] !== 0;
}
