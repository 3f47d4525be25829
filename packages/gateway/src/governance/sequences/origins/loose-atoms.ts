import { addressesIn } from "./addresses.ts";
import { decodings, unescaped } from "./decode.ts";
import { looseForm } from "./fold.ts";
import { isPlainWord, piecesOf, quotedIn, trimmed } from "./pieces.ts";
import { respelled } from "./respell.ts";

const maxWhole = 256;
const maxLength = 2_048;
const maxParts = 64;
const maxNesting = 2;

/** Takes the loose forms of a text. Returns false when it takes no more. */
export type Take = (form: string) => boolean;

/**
 * Finds whatever a reader of a text could take out of it: each value, its parts, and what it spells
 * or encodes. Returns false if `take` stopped it.
 */
export function looseAtomsOf(text: string, take: Take, nesting = 0): boolean {
  const taking: Taking = { take: (form) => form === "" || take(form), nesting };
  if (onePiece.test(text)) return takePiece(text, taking);
  if (text.length <= maxWhole && !taking.take(looseForm(text))) return false;
  return takePieces(text, taking) && takeSpelled(text, taking) && takeUnescaped(text, taking);
}

const onePiece = /^[!-~]{1,2048}$/;

function takePieces(text: string, taking: Taking): boolean {
  for (const piece of piecesOf(text)) {
    if (isPlainWord(piece)) continue;
    if (!takePiece(text.slice(piece.start, piece.end), taking)) return false;
  }
  return true;
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

function takePiece(piece: string, { take, nesting }: Taking): boolean {
  if (piece.length <= maxLength && !takeToken(piece, take)) return false;
  return takeDecoded(piece, { take, nesting });
}

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
  for (const part of plain.split(separators).slice(0, maxParts)) {
    if (beyondWord.test(part) && !take(looseForm(part))) return false;
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
