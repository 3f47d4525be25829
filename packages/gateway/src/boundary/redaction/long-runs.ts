import type { Characters } from "./find-anchors.ts";
import type { Span } from "./span.ts";

/** No value is shorter that gives itself away by more than its name. */
const shortest = 14;

/** A stretch of characters that tokens are made of, without a break, and long enough to be one. */
export interface LongRun extends Span {
  /** The kinds of its characters, one bit each. */
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

/** Small letters alone are somebody's words. */
export function isWords(run: LongRun): boolean {
  return (run.kinds & (digit | large)) === 0;
}

/** Base64 of a text that is not short has characters of every kind. */
export function isMixed(run: LongRun): boolean {
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

/** Where the next run begins. A loop without calls in it, because all of every text goes through it. */
function nextRun(text: Characters, from: number): number {
  let start = from;
  // From the back: whatever breaks the stretch, no run begins before it.
  for (let at = start + shortest - 1; at < text.length; at = start + shortest - 1) {
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
