/** First and last code point. */
export type CodeRange = readonly [first: number, last: number];

/** A set of characters: those in a range or that pass a test, minus the exceptions. */
export interface CharacterSet {
  readonly ranges: readonly CodeRange[];
  readonly tests?: readonly ((char: string) => boolean)[];
  /** If present, the set is the complement of this one. Default: none. */
  readonly except?: CharacterSet;
}

export function rangesOf(chars: string): readonly CodeRange[] {
  return Array.from(chars, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return [code, code] as const;
  });
}

export function everythingBut(ranges: readonly CodeRange[]): CharacterSet {
  return { ranges: [], except: { ranges } };
}

/** A broad Unicode sample, simplest first. */
const samples = Array.from("a1 A_-.zZ09/:@,+~!#é\u00dfÆΩж中あ٣½€$§😀\u0301\t\n\u00a0\u2028");

function isIn(set: CharacterSet, char: string): boolean {
  if (set.except !== undefined) return !isIn(set.except, char);
  const code = char.codePointAt(0) ?? 0;
  return (
    set.ranges.some(([first, last]) => first <= code && code <= last) ||
    (set.tests ?? []).some((test) => test(char))
  );
}

/** Returns some characters of the set, simplest first. Empty if no known character is in it. */
export function membersOf(set: CharacterSet): readonly string[] {
  const ends = set.ranges
    .flatMap(([first, last]) => [first, last, Math.floor((first + last) / 2)])
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  return [...new Set([...samples.filter((char) => isIn(set, char)), ...ends])];
}

/**
 * Returns the set of a class such as `\d` or `\p{L}`. V8 tests it: a single character cannot
 * cause backtracking.
 */
export function classSet(text: string): CharacterSet {
  try {
    const regExp = new RegExp(`^${text}$`, "u");
    return { ranges: [], tests: [(char) => regExp.test(char)] };
  } catch {
    return { ranges: [] };
  }
}
