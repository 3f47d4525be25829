import { addressesIn } from "./addresses.ts";
import { atomsOf } from "./atoms.ts";
import { unescaped } from "./decode.ts";
import { formOf, hostForm } from "./kinds.ts";
import { isPlainWord, piecesOf, trimmed } from "./pieces.ts";

/** Where a text can send its reader or its money. */
export interface NamedDestination {
  readonly kind: string;
  readonly text: string;
}

const maxPiece = 8_192;

/** Finds the addresses, links, hosts, accounts and phones in a text, each once. */
export function destinationsIn(text: string): readonly NamedDestination[] {
  const found = new Map<string, NamedDestination>();
  const add = (kind: string, value: string): void => {
    found.set(`${kind} ${value}`, { kind, text: value });
  };
  const plain = unescaped(text);
  for (const each of plain === undefined ? [text] : [text, plain]) {
    findInPieces(each, add);
    for (const atom of atomsOf(each)) {
      if (atom.kind === "iban" || atom.kind === "phone") add(atom.kind, atom.text);
    }
  }
  return [...found.values()];
}

type Add = (kind: string, value: string) => void;

function findInPieces(text: string, add: Add): void {
  for (const piece of piecesOf(text)) {
    if (isPlainWord(piece)) continue;
    const word = text.slice(piece.start, Math.min(piece.end, piece.start + maxPiece));
    if (word.includes("//")) findLinks(word, add);
    else if (word.includes("@")) findAddresses(word, add);
    else if (word.includes(".")) findHosts(word, add);
    findAccount(word, add);
  }
}

const link = /(?:[a-z][a-z0-9+.-]{1,15}:)?\/\/[^\s'|]+/gi;

function findLinks(word: string, add: Add): void {
  for (const { 0: each } of word.matchAll(link)) {
    const value = trimmed(each);
    if (/[\p{L}\p{N}]/u.test(value)) add("url", value);
  }
}

function findAddresses(word: string, add: Add): void {
  for (const address of addressesIn(word)) add("email", address);
}

const hostAndPath =
  /(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}-]{1,63}\.){1,20}[\p{L}-]{2,24}(?:[/?#:][^\s|]*)?/gu;

/** Endings under which a mail program makes a link of a name. Two letters are a country. */
const endings = new Set(
  "com org net edu gov mil int info biz name pro app dev cloud online site store shop xyz top club page link live news blog tech email zip mov".split(
    " ",
  ),
);
/** Countries whose ending also ends names of files. */
const files = new Set([
  "md",
  "py",
  "rs",
  "sh",
  "pl",
  "ps",
  "so",
  "cc",
  "ts",
  "mk",
  "ml",
  "js",
  "gz",
]);

function findHosts(word: string, add: Add): void {
  for (const { 0: each } of word.matchAll(hostAndPath)) {
    const value = trimmed(each);
    const [host = ""] = value.split(/[/?#:]/);
    if (!isLinked(host, value)) continue;
    add(host === value ? "host" : "url", value);
  }
}

function isLinked(host: string, value: string): boolean {
  if (hostForm(host) === undefined) return false;
  const ending = host.slice(host.lastIndexOf(".") + 1).toLowerCase();
  const isWeb = host.toLowerCase().startsWith("www.") || endings.has(ending);
  return isWeb || (ending.length === 2 && (!files.has(ending) || host !== value));
}

/** Banks outside the register of IBANs use its form, so the check digits do not matter here. */
const account = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

function findAccount(word: string, add: Add): void {
  const plain = trimmed(word);
  if (account.test(plain)) add(formOf(plain), plain);
}
