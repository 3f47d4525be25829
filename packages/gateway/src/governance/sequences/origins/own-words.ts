import { atomsOf, plainValue } from "./atoms.ts";
import { maxWhole } from "./collect.ts";
import { canonicalForm } from "./kinds.ts";
import { piecesOf } from "./pieces.ts";

/** A message in its parts: what the person wrote, and what they quoted or attached. */
export interface Message {
  readonly own: string;
  readonly foreign: string;
}

const forwarded =
  /^[>\s]*(?:-{2,}\s*(?:forwarded|original) message|begin forwarded message|on .{1,120} wrote:|_{5,}\s*$)/i;
const quote = /^\s{0,3}>/;
const fence = /^\s{0,3}(?:`{3,}|~{3,})/;

/**
 * Splits a message. Lines that begin with `>` and fenced blocks are quoted. Everything from the mark
 * of a forwarded message on is attached.
 */
export function splitMessage(text: string): Message {
  const own: string[] = [];
  const foreign: string[] = [];
  let isFenced = false;
  let isForwarded = false;
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    isForwarded ||= forwarded.test(line);
    const isFence = fence.test(line);
    const isQuoted = isForwarded || isFenced || isFence || quote.test(line);
    (isQuoted ? foreign : own).push(line);
    // A quote keeps its place, so that no run of words reaches over it.
    if (isQuoted) own.push("\n");
    isFenced = isFenced !== isFence;
  }
  return { own: own.join("\n"), foreign: foreign.join("\n") };
}

const maxRun = 4;

/** A value that a person's words name. Without a kind it has every kind, by exact bytes. */
export interface NamedValue {
  readonly kind: string | undefined;
  readonly text: string;
}

/** Yields what words name: every word, runs of up to four, lines, and the atoms among them. */
export function* namedIn(text: string): Generator<NamedValue> {
  for (const paragraph of text.split(/\n{2,}/)) yield* runsOf(paragraph);
  for (const line of text.split("\n")) yield* whole(line);
  for (const { kind, text: atom } of atomsOf(text)) {
    // The host of a link is a host. As a word, nothing said it.
    if (kind !== "host") yield* exact(atom);
    yield { kind, text: canonicalForm(kind, atom) };
  }
}

function* whole(line: string): Generator<NamedValue> {
  const text = line.trim();
  if (text !== "" && text.length <= maxWhole) yield* exact(text);
}

function* runsOf(text: string): Generator<NamedValue> {
  const starts: number[] = [];
  for (const { start, end } of piecesOf(text)) {
    if (starts.push(start) > maxRun) starts.shift();
    for (const [at, from] of starts.entries()) {
      const isWord = at === starts.length - 1;
      const run = text.slice(from, end).replaceAll(/\s+/g, " ");
      if (run.length > maxWhole) continue;
      yield* exact(run);
      if (isWord) yield* numbersOf(plainValue(run));
    }
  }
}

const possessive = /['\u2019]s$/;

/** A word as it stands, without the marks around it, and without the ending of a possessive. */
function* exact(text: string): Generator<NamedValue> {
  yield { kind: undefined, text };
  const plain = plainValue(text);
  if (plain !== text && plain !== "") yield { kind: undefined, text: plain };
  if (possessive.test(plain)) yield { kind: undefined, text: plain.slice(0, -2) };
}

const amount =
  /^[$\u20ac\u00a3\u00a5]?(\d{1,15}(?:\.\d{1,6})?|\d{1,3}(?:,\d{3}){1,4}\.\d{1,2}|\d{1,3}(?:,\d{3}){2,4})(?:[$\u20ac\u00a3\u00a5%])?$/;

/** `$1,200.50` names the number 1200.5. `1,200` does not: it is 1.2 in other countries. */
function* numbersOf(word: string): Generator<NamedValue> {
  const [, digits] = amount.exec(word) ?? [];
  if (digits !== undefined) {
    yield { kind: "json-number", text: String(Number(digits.replaceAll(",", ""))) };
  }
}
