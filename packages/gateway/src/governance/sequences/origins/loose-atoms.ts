import { addressesIn } from "./addresses.ts";
import { decodings, unescaped } from "./decode.ts";
import { looseForm, plainLook } from "./fold.ts";
import { isPlainWord, piecesOf, quotedIn, trimmed } from "./pieces.ts";
import { respelled } from "./respell.ts";

const maxWhole = 256;
const maxLength = 2_048;
const maxNesting = 2;

/** Takes the loose forms of a text. Returns false when it takes no more. */
export type Take = (form: string) => boolean;

/**
 * Finds whatever a reader of a text could take out of it: each value, its parts, and what it spells
 * or encodes. Returns false if `take` stopped it.
 */
export function looseAtomsOf(text: string, take: Take, nesting = 0): boolean {
  if (simple.test(text)) return take(text.toLowerCase());
  const taking: Taking = { take: (form) => form === "" || take(form), nesting };
  if (onePiece.test(text)) return takePiece(text, taking) && takeSpelled(text, taking);
  return takeText(plainLook(text), taking);
}

function takeText(text: string, taking: Taking): boolean {
  if (text.length <= maxWhole && !taking.take(looseForm(text))) return false;
  return takePieces(text, taking) && takeSpelled(text, taking) && takeUnescaped(text, taking);
}

/** Addresses and identifiers that no other rule of this file changes or takes apart. */
const simple =
  /^(?!www\.)[A-Za-z][A-Za-z0-9][A-Za-z0-9_-]*[.@][A-Za-z0-9._@-]*[A-Za-z0-9]$|^[a-z][a-z0-9]+[g-z_-][a-z0-9_-]*[a-z0-9]$/;

const onePiece = /^[!-~]{1,2048}$/;

function takePieces(text: string, taking: Taking): boolean {
  const words = ["", ""];
  for (const piece of piecesOf(text)) {
    const word = text.slice(piece.start, piece.end);
    const isNothing = isPlainWord(piece) || isCount(word, words);
    const isTaken = (isNothing || takePiece(word, taking)) && takeNumbered(words, word, taking);
    if (!isTaken) return false;
    words.shift();
    words.push(word);
  }
  return true;
}

const fewDigits = /^[^\w#]?\d{1,2}\W{0,2}$/;
const naming = /^(?:ids?|identifier|index|key|no|nrs?|num|numbers?)$/i;

/** Few digits in a sentence count something, unless the word before them announces a name. */
function isCount(word: string, [, before = ""]: readonly string[]): boolean {
  return fewDigits.test(word) && !naming.test(trimmed(before)) && !before.endsWith("#");
}

const wholeNumber = /^\W?\d{1,6}\W{0,2}$/;

/** A number counts something or is the end of a name, so it is taken with the words before it. */
function takeNumbered(words: readonly string[], word: string, { take }: Taking): boolean {
  if (!wholeNumber.test(word)) return true;
  const [second = "", first = ""] = words.map(trimmed);
  const name = first + trimmed(word);
  return take(looseForm(name)) && take(looseForm(second + name));
}

function takeSpelled(text: string, { take }: Taking): boolean {
  for (const quoted of quotedIn(text)) if (!take(looseForm(quoted))) return false;
  for (const joined of respelled(text)) if (!takeToken(joined, take)) return false;
  return true;
}

interface Taking {
  readonly take: Take;
  readonly nesting: number;
}

/** Escapes may hold blanks, so a whole text is read again without them. */
function takeUnescaped(text: string, { take, nesting }: Taking): boolean {
  const plain = nesting < maxNesting ? unescaped(text) : undefined;
  return plain === undefined || looseAtomsOf(plain, take, nesting + 1);
}

function takePiece(piece: string, taking: Taking): boolean {
  const isTaken =
    piece.length <= maxLength ? takeToken(piece, taking.take) : takeLong(piece, taking.take);
  return isTaken && takeDecoded(piece, taking);
}

/** A list without blanks may be long. What is long without any sign is no value. */
function takeLong(piece: string, take: Take): boolean {
  for (const part of piece.split(lists)) {
    if (part.length <= maxLength && beyondWord.test(part) && !takeToken(part, take)) return false;
  }
  return true;
}

const lists = /[,;|()[\]{}]+/;

function takeDecoded(piece: string, { take, nesting }: Taking): boolean {
  if (nesting >= maxNesting) return true;
  const plain = trimmed(piece);
  const candidates =
    plain.includes("=") && plain.length <= maxLength ? [plain, ...plain.split("=")] : [plain];
  for (const candidate of candidates) {
    for (const text of decodings(candidate, 1)) {
      if (!looseAtomsOf(text, take, nesting + 1)) return false;
    }
  }
  return true;
}

const beyondWord = /[^a-z]/;
const separators = /[,;()[\]{}|='"*?&/#:\\]+/;

function takeToken(token: string, take: Take): boolean {
  const plain = trimmed(token);
  return take(looseForm(plain)) && takeAddresses(plain, take) && takeParts(plain, take);
}

function takeAddresses(plain: string, take: Take): boolean {
  if (!plain.includes("@")) return true;
  for (const address of addressesIn(plain)) if (!take(looseForm(address))) return false;
  return true;
}

function takeParts(plain: string, take: Take): boolean {
  if (!separators.test(plain)) return true;
  for (const part of plain.split(separators)) {
    if (!beyondWord.test(part)) continue;
    if (!take(looseForm(part.includes("%") ? (unescaped(part) ?? part) : part))) return false;
  }
  return true;
}

/**
 * Returns the loose forms under which a value may have been seen: its own, what it encodes, and the
 * host of a link, because the host decides where data goes.
 */
export function looseFormsOf(text: string): readonly string[] {
  const own = looseForm(text);
  const forms = text.length > maxLength ? [own] : [own, ...encodedForms(text)];
  const slash = own.indexOf("/");
  if (slash > 0 && text.includes("://")) forms.push(hostOf(own.slice(0, slash)));
  else if (text.includes("://")) forms.push(hostOf(own));
  return forms.filter((form, at) => form !== "" && forms.indexOf(form) === at);
}

function encodedForms(text: string): readonly string[] {
  return decodings(text).map(looseForm);
}

/** Without a port, a name and a password. */
function hostOf(authority: string): string {
  const [beforeQuery = ""] = authority.split(/[?#]/);
  const host = beforeQuery.slice(beforeQuery.lastIndexOf("@") + 1);
  return host.replace(/:\d{1,5}$/, "");
}
