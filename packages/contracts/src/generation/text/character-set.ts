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

const codeEscape =
  /^\\(?:c([A-Za-z])|x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})(?:\\u([0-9A-Fa-f]{4}))?)$/;

const controls: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  f: "\f",
  b: "\b",
  0: "\0",
};

/** Returns the set of an escape such as `\d`, `\u0041` or `\p{L}`. */
export function escapeSet(text: string): CharacterSet {
  const code = codeEscape.exec(text);
  if (code !== null) return { ranges: rangesOf(charOf(code)) };
  const letter = text[1] ?? "";
  if (/[dDsSwW]/.test(letter) || /^\\[pP]\{/.test(text))
    return { ranges: [], tests: [classTest(text)] };
  return { ranges: rangesOf(controls[letter] ?? text.slice(1)) };
}

/** Tests a character class with V8. Safe: a single character cannot cause backtracking. */
function classTest(text: string): (char: string) => boolean {
  try {
    const regExp = new RegExp(`^${text}$`, "u");
    return (char) => regExp.test(char);
  } catch {
    return () => false;
  }
}

function charOf([, control, byte, braced, unit, low]: RegExpExecArray): string {
  if (control !== undefined) return String.fromCodePoint(control.charCodeAt(0) % 32);
  const high = Number.parseInt(byte ?? braced ?? unit ?? "0", 16);
  if (low !== undefined) return String.fromCharCode(high, Number.parseInt(low, 16));
  return high > 0x10ffff ? "" : String.fromCodePoint(high);
}
