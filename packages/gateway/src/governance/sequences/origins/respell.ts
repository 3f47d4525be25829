import { piecesOf } from "./pieces.ts";

const maxRun = 96;

/** Most texts spell nothing apart, and this is quicker than reading their words. */
const hints =
  /(?<!\S)\S\s\S\s\S(?!\S)|\s[@._/:](?:\s|\w)|[@_/]\s|[[({](?:at|dot|[@.:])[\])}]|\bdot\b|\d\s[+(]?[a-z0-9-]{0,7}\d|(?<!\S)\S([.\-_*~])\S\1\S\1/i;

/**
 * Yields what a text spells in pieces: single letters apart, blanks around the signs of an address,
 * numbers in groups, and words in the place of signs ("at", "dot").
 */
export function respelled(text: string): Iterable<string> {
  return hints.test(text) ? spellings(text) : [];
}

function* spellings(text: string): Generator<string> {
  let run = "";
  let last: Part = { text: "", kind: "word" };
  for (const { start, end } of piecesOf(text)) {
    const piece = end - start <= maxRun ? text.slice(start, end) : "";
    const part = partOf(piece);
    const isJoined = run.length < maxRun && joins(last, part);
    if (!isJoined && run !== last.text) yield run;
    run = isJoined ? run + part.text : part.text;
    last = part;
    yield* within(piece);
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

const edges = /^[([{'"]{1,3}|[)\]}'",;]{1,3}$/g;
const group = /^[+(]?(?=[A-Z0-9)-]*\d)[A-Z0-9)-]{1,8}$|^[A-Z]{4}$/;
const halfSign = /^[@./_]|[@/_:]$/;

function partOf(piece: string): Part {
  const plain = piece.length === 1 ? piece : piece.replaceAll(edges, "");
  const sign = signOf(plain);
  if (sign !== undefined) return { text: sign, kind: "sign" };
  if (/^.$/su.test(plain)) return { text: plain, kind: "letter" };
  if (group.test(plain)) return { text: plain, kind: "group" };
  return { text: plain, kind: halfSign.test(plain) ? "name" : "word" };
}

/** A word joins a sign, but no other word: sentences would become one long name. */
function joins(last: Part, next: Part): boolean {
  if (last.text === "" || next.text === "") return false;
  if (last.kind === "sign" || next.kind === "sign") return true;
  if (last.kind === "letter" || last.kind === "group") return isAlike(last, next);
  return last.kind === "name" || next.kind === "name";
}

function isAlike(last: Part, next: Part): boolean {
  if (last.kind === "group") return next.kind === "group" || isDigit(next);
  return next.kind === "letter" || (isDigit(last) && next.kind === "group");
}

function isDigit({ text }: Part): boolean {
  return /^\d$/.test(text);
}

const bracketed = /[[({](at|dot|[@.:])[\])}]/gi;
const between = /[.\-_*~]/;

/** `evil[at]x[dot]com` and `e.v.i.l.@.x...c.o.m`. */
function* within(piece: string): Generator<string> {
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
