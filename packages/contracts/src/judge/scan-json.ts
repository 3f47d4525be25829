/** Position where a text stops being JSON, and the expected token. */
export interface JsonFlaw {
  readonly offset: number;
  readonly kind: "syntax" | "duplicate-key";
  readonly expected: string;
}

/** One open object or array, and the current position in it. */
export type Frame = ObjectFrame | ArrayFrame;

interface ObjectFrame {
  readonly kind: "object";
  readonly keys: Set<string>;
  /** Key of the value being read. */
  step: string;
}

interface ArrayFrame {
  readonly kind: "array";
  /** Index of the value being read. */
  step: number;
}

type Visit = (frames: readonly Frame[], offset: number) => void;

type Scanned =
  | { readonly kind: "value"; readonly end: number }
  | { readonly kind: "flaw"; readonly flaw: JsonFlaw };

interface Scan {
  readonly text: string;
  readonly visit: Visit | undefined;
  readonly frames: Frame[];
  at: number;
  expecting: Expecting;
}

type Expecting =
  | "value"
  | "first-item"
  | "first-key"
  | "key"
  | "colon"
  | "more-items"
  | "more-keys"
  | "end";

/**
 * Far beyond any real definition, and safe for memory. A rule reports contracts that are too deep
 * to judge.
 */
const maxDepth = 500_000;

/**
 * Scans one JSON value as RFC 8259 defines it. Returns its end, or the position and kind of the
 * first flaw. Finds what `JSON.parse` does not report: positions and duplicate keys. Not recursive,
 * so depth is harmless.
 */
export function scanJson(text: string, from = 0, visit?: Visit): Scanned {
  const scan: Scan = { text, visit, frames: [], at: from, expecting: "value" };
  while (scan.expecting !== "end") {
    scan.at = skipBlanks(text, scan.at);
    const flaw = readers[scan.expecting](scan, text.charCodeAt(scan.at));
    if (flaw !== undefined) return { kind: "flaw", flaw: orTruncated(flaw, text) };
  }
  return { kind: "value", end: scan.at };
}

function orTruncated(flaw: JsonFlaw, text: string): JsonFlaw {
  if (flaw.offset < text.length) return flaw;
  return { ...flaw, expected: `${flaw.expected}, but the text ends here` };
}

/** Returns the first offset that is not white space. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlank(char: number): boolean {
  return char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d];

type Reader = (scan: Scan, char: number) => JsonFlaw | undefined;

const readers: Readonly<Record<Exclude<Expecting, "end">, Reader>> = {
  value: (scan, char) => readValue(scan, char, "a value"),
  "first-item": (scan, char) =>
    char === closeArray ? close(scan) : readValue(scan, char, 'a value or "]"'),
  "first-key": (scan, char) =>
    char === closeObject ? close(scan) : readKey(scan, char, 'a key in double quotes or "}"'),
  key: (scan, char) => readKey(scan, char, "a key in double quotes"),
  colon: (scan, char) => {
    if (char !== colon) return syntax(scan.at, '":" after the key');
    return go(scan, scan.at + 1, "value");
  },
  "more-items": (scan, char) => {
    if (char === closeArray) return close(scan);
    return char === comma ? go(scan, scan.at + 1, "value") : syntax(scan.at, '"," or "]"');
  },
  "more-keys": (scan, char) => {
    if (char === closeObject) return close(scan);
    return char === comma ? go(scan, scan.at + 1, "key") : syntax(scan.at, '"," or "}"');
  },
};

function readValue(scan: Scan, char: number, expected: string): JsonFlaw | undefined {
  const frame = scan.frames.at(-1);
  if (frame?.kind === "array") frame.step += 1;
  scan.visit?.(scan.frames, scan.at);
  if (char === openObject) return open(scan, { kind: "object", keys: new Set(), step: "" });
  if (char === openArray) return open(scan, { kind: "array", step: -1 });
  if (char === quote) return readText(scan);
  return readWord(scan, expected);
}

function readText(scan: Scan): JsonFlaw | undefined {
  const string = endOfString(scan.text, scan.at);
  return string.kind === "flaw" ? syntax(string.offset, string.expected) : ended(scan, string.end);
}

const word = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function readWord(scan: Scan, expected: string): JsonFlaw | undefined {
  word.lastIndex = scan.at;
  return word.test(scan.text) ? ended(scan, word.lastIndex) : syntax(scan.at, expected);
}

function readKey(scan: Scan, char: number, expected: string): JsonFlaw | undefined {
  if (char !== quote) return syntax(scan.at, expected);
  const string = endOfString(scan.text, scan.at);
  if (string.kind === "flaw") return syntax(string.offset, string.expected);
  if (!note(scan.frames.at(-1), textOf(scan.text.slice(scan.at, string.end)))) {
    return { kind: "duplicate-key", offset: scan.at, expected: "a key that is not given yet" };
  }
  return go(scan, string.end, "colon");
}

/** Returns false if the object already has the key. */
function note(frame: Frame | undefined, key: string): boolean {
  if (frame?.kind !== "object" || frame.keys.has(key)) return false;
  frame.keys.add(key);
  frame.step = key;
  return true;
}

// Two spellings of a key are the same key, so escapes are resolved before the comparison.
function textOf(literal: string): string {
  return literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

function open(scan: Scan, frame: Frame): JsonFlaw | undefined {
  if (scan.frames.length >= maxDepth) return syntax(scan.at, `at most ${maxDepth} levels`);
  scan.frames.push(frame);
  return go(scan, scan.at + 1, frame.kind === "array" ? "first-item" : "first-key");
}

function close(scan: Scan): undefined {
  scan.frames.pop();
  return ended(scan, scan.at + 1);
}

function ended(scan: Scan, at: number): undefined {
  const frame = scan.frames.at(-1);
  if (frame === undefined) return go(scan, at, "end");
  return go(scan, at, frame.kind === "array" ? "more-items" : "more-keys");
}

function go(scan: Scan, at: number, expecting: Expecting): undefined {
  scan.at = at;
  scan.expecting = expecting;
}

function syntax(offset: number, expected: string): JsonFlaw {
  return { kind: "syntax", offset, expected };
}

type ScannedString =
  | { readonly kind: "string"; readonly end: number }
  | { readonly kind: "flaw"; readonly offset: number; readonly expected: string };

// oxlint-disable-next-line no-control-regex -- JSON allows no bare control character in a string
const plain = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Returns the end of the JSON string that opens at `from`, or its flaw. */
function endOfString(text: string, from: number): ScannedString {
  let at = skip(plain, text, from + 1);
  while (text.charCodeAt(at) === backslash) {
    const after = skip(escape, text, at);
    if (after === at)
      return badString(at, 'one of the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX');
    at = skip(plain, text, after);
  }
  if (text.charCodeAt(at) === quote) return { kind: "string", end: at + 1 };
  if (at >= text.length) return badString(at, "a closing quote");
  return badString(at, "an escape such as \\n");
}

/** Returns the end of a match that starts at `from`, or `from` without a match. */
function skip(sticky: RegExp, text: string, from: number): number {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : from;
}

function badString(offset: number, expected: string): ScannedString {
  return { kind: "flaw", offset, expected };
}
