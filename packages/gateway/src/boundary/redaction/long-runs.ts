import type { Characters } from "./find-anchors.ts";
import type { Span } from "./span.ts";

/** Minimum length of a value that needs more than its name to be recognized. */
const shortest = 14;

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

/**
 * Returns the start of the next run. The loop makes no calls, because every text passes through it
 * in full.
 */
function nextRun(text: Characters, from: number): number {
  let start = from;
  // Scans backward: a break character rules out any run that starts before it.
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
