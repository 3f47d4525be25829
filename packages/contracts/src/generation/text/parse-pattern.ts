import { type CharacterSet, escapeSet, everythingBut, rangesOf } from "./character-set.ts";

/** A pattern as a tree for writing texts. Anchors and word boundaries write nothing. */
export type PatternTree =
  | { readonly kind: "character"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly PatternTree[] }
  | { readonly kind: "choice"; readonly options: readonly PatternTree[] }
  | {
      readonly kind: "repetition";
      readonly part: PatternTree;
      readonly min: number;
      readonly max: number;
    };

const nothing: PatternTree = { kind: "sequence", parts: [] };

interface Reading {
  readonly text: string;
  at: number;
}

/** Parses the patterns admission accepts: no lookaround, no backreferences. */
export function parsePattern(text: string): PatternTree {
  return readChoice({ text, at: 0 });
}

function readChoice(reading: Reading): PatternTree {
  const options = [readSequence(reading)];
  while (reading.text[reading.at] === "|") {
    reading.at += 1;
    options.push(readSequence(reading));
  }
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
}

function readSequence(reading: Reading): PatternTree {
  const parts: PatternTree[] = [];
  while (reading.at < reading.text.length && !"|)".includes(reading.text[reading.at] ?? "")) {
    parts.push(readRepetition(reading, readAtom(reading)));
  }
  return { kind: "sequence", parts };
}

const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y;

function readRepetition(reading: Reading, part: PatternTree): PatternTree {
  quantifier.lastIndex = reading.at;
  const found = quantifier.exec(reading.text);
  if (found === null) return part;
  reading.at += found[0].length;
  return { kind: "repetition", part, ...timesOf(found) };
}

function timesOf([text, min, comma, max]: RegExpExecArray): { min: number; max: number } {
  if (text.startsWith("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (text.startsWith("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (text.startsWith("?")) return { min: 0, max: 1 };
  if (comma === undefined) return { min: Number(min), max: Number(min) };
  return {
    min: Number(min),
    max: max === "" || max === undefined ? Number.POSITIVE_INFINITY : Number(max),
  };
}

function readAtom(reading: Reading): PatternTree {
  const char = String.fromCodePoint(reading.text.codePointAt(reading.at) ?? 0);
  switch (char) {
    case "(":
      return readGroup(reading);
    case "[":
      return readClass(reading);
    case "\\":
      return readEscape(reading);
    case "^":
    case "$":
      reading.at += 1;
      return nothing;
    case ".":
      reading.at += 1;
      return { kind: "character", set: everythingBut(rangesOf("\n\r\u2028\u2029")) };
    default:
      reading.at += char.length;
      return { kind: "character", set: { ranges: rangesOf(char) } };
  }
}

const groupStart = /\((?:\?(?::|<[^>]*>))?/y;

function readGroup(reading: Reading): PatternTree {
  groupStart.lastIndex = reading.at;
  reading.at += groupStart.exec(reading.text)?.[0].length ?? 1;
  const inner = readChoice(reading);
  reading.at += 1;
  return inner;
}

function readEscape(reading: Reading): PatternTree {
  const char = reading.text[reading.at + 1] ?? "";
  if (char === "b" || char === "B") {
    reading.at += 2;
    return nothing;
  }
  return { kind: "character", set: takeEscape(reading) };
}

const escapeText =
  /\\(?:c[A-Za-z]|x[0-9A-Fa-f]{2}|u\{[0-9A-Fa-f]+\}|u[dD][89aAbB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[pP]\{[^}]*\}|.)/suy;

function takeEscape(reading: Reading): CharacterSet {
  escapeText.lastIndex = reading.at;
  const text = escapeText.exec(reading.text)?.[0] ?? "\\";
  reading.at += text.length;
  return escapeSet(text);
}

function readClass(reading: Reading): PatternTree {
  const isNegated = reading.text[reading.at + 1] === "^";
  reading.at += isNegated ? 2 : 1;
  const members: CharacterSet[] = [];
  while (reading.at < reading.text.length && reading.text[reading.at] !== "]") {
    members.push(readMember(reading));
  }
  reading.at += 1;
  const set: CharacterSet = {
    ranges: members.flatMap(({ ranges }) => ranges),
    tests: members.flatMap(({ tests }) => tests ?? []),
  };
  return { kind: "character", set: isNegated ? { ranges: [], except: set } : set };
}

/** One character, one escape, or a range between two of them. */
function readMember(reading: Reading): CharacterSet {
  const first = readOne(reading);
  const isRange = reading.text[reading.at] === "-" && reading.text[reading.at + 1] !== "]";
  const [from] = first.ranges;
  if (!isRange || from === undefined || (first.tests ?? []).length > 0) return first;
  reading.at += 1;
  const to = readOne(reading).ranges[0] ?? from;
  return { ranges: [[from[0], to[1]]] };
}

function readOne(reading: Reading): CharacterSet {
  if (reading.text[reading.at] === "\\") return takeEscape(reading);
  const char = String.fromCodePoint(reading.text.codePointAt(reading.at) ?? 0);
  reading.at += char.length;
  return { ranges: rangesOf(char) };
}
