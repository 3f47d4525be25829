import { formOf, isIban } from "./kinds.ts";
import { bare, isPlainWord, piecesOf, quotedIn } from "./pieces.ts";
import { readUrl } from "./url-form.ts";

/** A value within a text, with the kind that its form shows. */
export interface Atom {
  readonly kind: string;
  readonly text: string;
}

const maxAtomLength = 2_048;

/**
 * Yields the atoms of a text as they stand there. Each is as long as it can be: a part of a longer
 * name is another name, so no part of one is ever an atom.
 */
export function* atomsOf(text: string): Generator<Atom> {
  for (const piece of piecesOf(text)) {
    if (isPlainWord(piece) || piece.end - piece.start > maxAtomLength) continue;
    yield* atomsOfPiece(text.slice(piece.start, piece.end));
  }
  for (const quoted of quotedIn(text)) yield { kind: formOf(quoted), text: quoted };
  yield* groupedIn(text);
}

const list = /[,;()[\]{}|]+/;

/** A link keeps its signs. Of a list without blanks, only addresses are atoms. */
function* atomsOfPiece(piece: string): Generator<Atom> {
  if (piece.includes("://")) {
    yield* linkIn(piece);
    return;
  }
  const plain = withoutPrefix(plainValue(piece));
  if (plain !== "") yield { kind: formOf(plain), text: plain };
  if (!plain.includes("@") || !list.test(plain)) return;
  for (const part of plain.split(list)) {
    const address = withoutPrefix(plainValue(part));
    if (formOf(address) === "email") yield { kind: "email", text: address };
  }
}

/** A mark of exclamation ends a sentence after an address, and may end a password. */
export function plainValue(text: string): string {
  const plain = bare(text);
  const short = plain.endsWith("!") ? plain.slice(0, -1) : plain;
  return short !== plain && formOf(short) !== "text" ? short : plain;
}

function withoutPrefix(text: string): string {
  return text.startsWith("mailto:") || text.startsWith("tel:")
    ? text.slice(text.indexOf(":") + 1)
    : text;
}

const linkStart = /[a-z][a-z0-9+.-]{0,15}:\/\//i;
const nextLink = /[,;|](?=[a-z][a-z0-9+.-]{0,15}:\/\/)/i;

function* linkIn(piece: string): Generator<Atom> {
  for (const each of piece.split(nextLink)) {
    const link = plainValue(each.slice(Math.max(0, each.search(linkStart))));
    const url = readUrl(link);
    yield { kind: url === undefined ? "text" : "url", text: link };
    if (url !== undefined) yield { kind: "host", text: url.host };
  }
}

const ibanStart = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?= ?[A-Z0-9])/g;
const minIban = 15;
const ibanGroup = / ?[A-Z0-9]{1,4}/y;
const numberRun = /(?<![\w+])(?:\+[1-9]|\(?\d)[\d ().-]{5,24}\d(?![\w])/g;

/** Yields numbers that are written in groups: accounts, cards and phones. */
function* groupedIn(text: string): Generator<Atom> {
  if (!/\d[ -]|\(\d|[A-Z]{2}\d{2}/.test(text)) return;
  for (const { 0: start, index } of text.matchAll(ibanStart)) {
    const iban = ibanAt(text, index, index + start.length);
    if (iban !== undefined) yield { kind: "iban", text: iban };
  }
  for (const { 0: run } of text.matchAll(numberRun)) {
    const kind = formOf(run);
    if (kind === "phone" || kind === "card") yield { kind, text: run };
  }
}

/**
 * The longest run of groups whose check digits are right, because words that follow look like
 * groups. Without check digits, all groups: such accounts exist.
 */
function ibanAt(text: string, start: number, from: number): string | undefined {
  let whole: string | undefined;
  let found: string | undefined;
  ibanGroup.lastIndex = from;
  for (let groups = 0; groups < 8 && ibanGroup.exec(text) !== null; groups += 1) {
    const candidate = text.slice(start, ibanGroup.lastIndex);
    if (isIban(candidate)) found = candidate;
    else if (candidate.length >= minIban) whole = candidate;
  }
  return found ?? whole;
}
