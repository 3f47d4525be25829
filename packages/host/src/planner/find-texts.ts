import { functionWords } from "./closed-class.ts";
import type { TextMention } from "./mention.ts";
import { rangeOf, requestStems, type Token, tokenAt, writtenAs } from "./words.ts";

/** A range of characters. */
export interface Stretch {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const quotation =
  /(?<![\p{L}\p{N}])(?:"(?<a>[^"]+)"|'(?<b>[^']+(?:'\p{L}[^']*)*)'|“(?<c>[^“”]+)”|‘(?<d>[^‘’]+)’|`(?<e>[^`]+)`)(?!\p{L})/gu;

/** Returns quoted texts. An apostrophe is no quotation mark: it follows a letter. */
export function quotedIn(text: string): readonly Stretch[] {
  return [...text.matchAll(quotation)]
    .filter(({ index, 0: whole }) => !(index === 0 && whole.length >= text.trim().length))
    .map((match) => ({ text: match[0].slice(1, -1).trim(), ...rangeOf(match) }));
}

const address = /\bhttps?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)]|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w/giu;

/** Returns mail and web addresses. */
export function addressesIn(text: string): readonly Stretch[] {
  return [...text.matchAll(address)].map((match) => ({ text: match[0], ...rangeOf(match) }));
}

/** Finds names by their capitals, and identifiers by their digits. */
export function findNames(tokens: readonly Token[]): readonly TextMention[] {
  const found: TextMention[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (!startsName(tokens, at)) continue;
    const mention = nameFrom(tokens, at);
    found.push(mention);
    at = mention.last;
  }
  return found;
}

function nameFrom(tokens: readonly Token[], first: number): TextMention {
  let last = first;
  for (let step = stepAfter(tokens, last); step > 0; step = stepAfter(tokens, last)) last += step;
  const text = writtenAs(tokens, first, last).replace(/['’]s?$/u, "");
  const form = first === last && isIdentifier(tokenAt(tokens, first)) ? "identifier" : "name";
  return { kind: "text", form, text, first, last };
}

/**
 * A capital at the start of a sentence proves nothing, unless the name continues and the word is no
 * request word.
 */
function startsName(tokens: readonly Token[], at: number): boolean {
  const token = tokenAt(tokens, at);
  if (isIdentifier(token)) return true;
  if (!isCapital(token)) return false;
  const isFirst = at === 0 || /^[.?!:]$/.test(tokenAt(tokens, at - 1).text);
  return !isFirst || (isCapital(tokenAt(tokens, at + 1)) && !isOrdinary(token));
}

function isOrdinary({ lower, stems }: Token): boolean {
  const bare = lower.replace(/['’].*$/u, "");
  return functionWords.has(bare) || stems.some((stem) => requestStems.has(stem));
}

/**
 * Returns the distance to the next part of a name, 0 at its end: 2 for "of" in "Treaty of Lisbon".
 */
function stepAfter(tokens: readonly Token[], at: number): number {
  if (/['’]s?$/u.test(tokenAt(tokens, at).text)) return 0;
  if (isVersion(tokens, at + 1)) return 1;
  const length = [0, 1, 2].find(
    (each) => isJoint(tokens, at, each) && isCapital(tokenAt(tokens, at + each + 1)),
  );
  return length === undefined ? 0 : length + 1;
}

/** Returns whether this many tokens may stand between two parts of a name. */
function isJoint(tokens: readonly Token[], at: number, length: number): boolean {
  if (length === 0) return true;
  const text = writtenAs(tokens, at + 1, at + length);
  return joints.test(text) || (text === "." && titles.test(tokenAt(tokens, at).lower));
}

/** Words allowed between two parts of one name. */
const joints = /^(?:of|of the|de|la|de la|van|von|&|vs?\.?)$/;
const titles = /^(?:mr|mrs|ms|dr|st|jr|sr|mt|prof)$/;

/** Detects "Windows 10" at the end of its phrase. The 10 of "Windows 10 times" is a number. */
function isVersion(tokens: readonly Token[], at: number): boolean {
  const after = tokenAt(tokens, at + 1);
  const isEnd = after.kind === "mark" || functionWords.has(after.lower);
  return isEnd && /^\d{1,2}$/.test(tokenAt(tokens, at).text);
}

function isCapital({ kind, text }: Token): boolean {
  return kind === "word" && /^\p{Lu}/u.test(text) && !/^I(?:['’]\p{L}+)?$/u.test(text);
}

function isIdentifier({ kind, text }: Token): boolean {
  return kind === "word" && /\d/.test(text);
}
