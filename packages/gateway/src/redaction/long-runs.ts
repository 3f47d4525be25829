import type { Characters } from "./find-anchors.ts";
import type { Span } from "./find-forms.ts";

/** No token of those we know is shorter. */
const shortest = 20;

/** A stretch of characters that tokens are made of, without a break, and long enough to be one. */
export interface LongRun extends Span {
  readonly hasDigit: boolean;
  readonly hasLarge: boolean;
  readonly hasSmall: boolean;
}

export function longRuns(text: Characters): readonly LongRun[] {
  const runs: LongRun[] = [];
  for (let start = 0; start + shortest <= text.length; ) {
    // From the back: whatever breaks the window, no run begins before it.
    const broken = lastBreak(text, start, start + shortest);
    if (broken >= start) {
      start = broken + 1;
      continue;
    }
    let end = start + shortest;
    while (end < text.length && isOfToken(text[end])) end += 1;
    runs.push({ start, end, ...madeOf(text, start, end) });
    start = end + 1;
  }
  return runs;
}

/** The last place in the stretch that is no part of a token, or one before it. */
function lastBreak(text: Characters, start: number, end: number): number {
  let at = end - 1;
  while (at >= start && isOfToken(text[at])) at -= 1;
  return at;
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
