import { piecesOf } from "./pieces.ts";

const maxRun = 96;

/** Most texts spell nothing apart, and this is quicker than reading their words. */
const hints =
  /(?<!\S)\S\s\S\s\S(?!\S)|\s[@._/:](?:\s|\w)|[@_/]\s|[[({](?:at|dot|[@.:])[\])}]|\bdot\b|\d\s[+(]?[a-z0-9-]{0,11}\d|(?<!\w)\S([.\-_*~])\S\1\S\1/i;

/**
 * Yields what a text spells in pieces: single letters apart, blanks around the signs of an address,
 * numbers in groups, and words in the place of signs ("at", "dot").
 */
export function* respelled(text: string): Generator<string> {
  if (!hints.test(text)) return;
  for (const joins of [joinsLetters, joinsGroups, joinsNames]) yield* spellings(text, joins);
  for (const { start, end } of piecesOf(text)) {
    if (end - start <= maxRun * 2) yield* within(text.slice(start, end));
  }
}

function* spellings(text: string, joins: Joins): Generator<string> {
  let run = "";
  let last: Part = { text: "", kind: "word" };
  for (const { start, end } of piecesOf(text)) {
    const part = partOf(end - start <= maxRun ? text.slice(start, end) : "");
    const isJoined = run.length < maxRun && joins(last, part);
    if (!isJoined && run !== last.text) yield run;
    run = isJoined ? run + part.text : part.text;
    last = part;
  }
  if (run !== last.text) yield run;
}

interface Part {
  readonly text: string;
  readonly kind: "sign" | "letter" | "group" | "name" | "word";
}

const signs: ReadonlyMap<string, string> = new Map([
  ["at", "@"],
  ["dot", "."],
  ["@", "@"],
  [".", "."],
  ["/", "/"],
  ["_", "_"],
  ["-", "-"],
  ["+", "+"],
  [":", ":"],
  ["://", "://"],
  ["//", "//"],
]);

const edges = /^[([{'"*]{1,3}|[)\]}'"*,;.!?]{1,3}$/g;
const group = /^[+(]?(?=[A-Z0-9)-]*\d)[A-Z0-9)-]{1,12}$|^[A-Z]{4}$/;
const halfSign = /^[@./_]|[@/_:]$/;

function partOf(piece: string): Part {
  const plain = piece.length === 1 ? piece : piece.replaceAll(edges, "");
  const sign = signOf(plain);
  if (sign !== undefined) return { text: sign, kind: "sign" };
  if (/^.$/su.test(plain)) return { text: plain, kind: "letter" };
  if (group.test(plain)) return { text: plain, kind: "group" };
  return { text: plain, kind: halfSign.test(plain) ? "name" : "word" };
}

/** Tells whether two parts belong to one value. */
type Joins = (last: Part, next: Part) => boolean;

const joinsLetters: Joins = (last, next) => isLetter(last) && isLetter(next);

function isLetter({ kind }: Part): boolean {
  return kind === "letter" || kind === "sign";
}

const joinsGroups: Joins = (last, next) => isGroup(last) && isGroup(next);

function isGroup({ kind, text }: Part): boolean {
  return kind === "group" || /^\d$/.test(text);
}

/** A word joins a sign, but no other word: sentences would become one long name. */
const joinsNames: Joins = (last, next) => {
  if (last.text === "" || next.text === "") return false;
  if (last.kind === "sign" || next.kind === "sign") return true;
  return last.kind === "name" || next.kind === "name";
};

const bracketed = /[[({](at|dot|[@.:])[\])}]/gi;
const between = /[.\-_*~]/;

const wrapping = /^[([{'"*]{1,3}|[)\]}'",;:!?*]{1,3}$/g;

/** `evil[at]x[dot]com` and `e.v.i.l.@.x...c.o.m`. */
function* within(written: string): Generator<string> {
  const piece = written.replaceAll(wrapping, "");
  if (/[[({]/.test(piece)) {
    const plain = piece.replaceAll(bracketed, (_whole, sign: string) => signOf(sign) ?? sign);
    if (plain !== piece) yield plain;
  }
  if (piece.length >= 7 && between.test(piece.charAt(1))) {
    const letters = apart(piece);
    if (letters !== undefined) yield letters;
  }
}

function signOf(word: string): string | undefined {
  return signs.get(word.toLowerCase());
}

function apart(piece: string): string | undefined {
  const separator = piece.charAt(1);
  let letters = "";
  for (let at = 0; at < piece.length; at += 1) {
    if (at % 2 === 0) letters += piece.charAt(at);
    else if (piece.charAt(at) !== separator) return undefined;
  }
  return letters;
}
