/** What the characters of a piece are, as bits. */
const lowerCase = 1;
const innerUpperCase = 2;
const digit = 4;
/** A sign or a letter beyond ASCII, between the first and the last letter or digit. */
const innerSign = 8;
const upperCase = 16;
const sign = 32;
const space = 64;

const beyondAscii = 128;

const classes = new Uint8Array(beyondAscii).fill(sign);
for (let code = 0; code <= 0x20; code += 1) classes[code] = space;
for (const character of '<>"`\u007f') classes[character.charCodeAt(0)] = space;
for (let code = 0x30; code <= 0x39; code += 1) classes[code] = digit;
for (let code = 0x41; code <= 0x5a; code += 1) classes[code] = upperCase;
for (let code = 0x61; code <= 0x7a; code += 1) classes[code] = lowerCase;

const otherSpaces =
  "\u00a0\u00ab\u00bb\u1680\u2028\u2029\u202f\u205f\u3000\u3001\u3002\uff0c\u2039\u203a\u201c\u201d\u201e";

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < beyondAscii) return classes[code] ?? sign;
  const isSpace = (code >= 0x20_00 && code <= 0x20_0a) || otherSpaces.includes(text.charAt(at));
  return isSpace ? space : sign;
}

export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly features: number;
}

/** Splits a text at blanks, quotes and angle brackets. Looks at each character once. */
export function* piecesOf(text: string): Generator<Piece> {
  let at = 0;
  while (at < text.length) {
    while (at < text.length && classAt(text, at) === space) at += 1;
    if (at === text.length) return;
    const piece = pieceAt(text, at);
    yield piece;
    at = piece.end;
  }
}

function pieceAt(text: string, start: number): Piece {
  let at = start;
  let features = 0;
  let pending = 0;
  for (; at < text.length; at += 1) {
    const kind = classAt(text, at);
    if (kind === space) break;
    if (kind === sign) pending = innerSign;
    else {
      features |= featureOf(kind, at === start) | pending;
      pending = 0;
    }
  }
  const last = text.charCodeAt(at - 1);
  return { start, end: at, features: last >= beyondAscii ? features | innerSign : features };
}

function featureOf(kind: number, isFirst: boolean): number {
  if (kind === upperCase) return isFirst ? 0 : innerUpperCase;
  return kind;
}

const mixedCase = lowerCase | innerUpperCase;

/** True for words of plain letters. Most of a text consists of them. */
export function isPlainWord({ features }: Piece): boolean {
  if ((features & (digit | innerSign)) !== 0) return false;
  return (features & mixedCase) !== mixedCase;
}

const opening = "([{'*_,;:!?\u2018\u00bf\u00a1";
const endings = ")]}'*_.,;:!?\u2019\u2026";

/** Strips every mark around a word. A value may lose signs of its own, so this is for suspicion. */
export function trimmed(text: string): string {
  return stripped(text, opening, endings);
}

function stripped(text: string, before: string, after: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && before.includes(text.charAt(start))) start += 1;
  while (end > start && after.includes(text.charAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

const wrapped = /^(\*{1,2}|_{1,2}|'|\u2018)(.+)(\1|\u2019)$/s;
const openers = "([{'\u2018";
const enders = ")]}'\u2019.,;:?\u2026";

/**
 * Strips the brackets and the marks of a sentence around a word. Keeps `!`, `*`, `_` and other signs
 * that a value may end with, unless they stand on both sides.
 */
export function bare(text: string): string {
  const inner = stripped(text, openers, enders);
  return wrapped.exec(inner)?.[2] ?? withoutBold(inner);
}

/** Bold words in a row have their marks apart. */
function withoutBold(text: string): string {
  const start = text.startsWith("**") ? 2 : 0;
  return text.endsWith("**") ? text.slice(start, -2) : text.slice(start);
}

const marks: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["\u201c", "\u201d"],
  ["\u201e", "\u201c"],
  ["\u00ab", "\u00bb"],
  ["\u2018", "\u2019"],
]);
const someMark = /["'`\u201c\u201e\u00ab\u2018]/;
const anyMark = /["'`\u201c\u201e\u00ab\u2018]/g;
const maxQuoted = 256;
/** Of one text. Words in later marks count as words without any. */
const maxMarks = 8_192;

/** Yields what stands in quotation marks. An apostrophe within a word opens nothing. */
export function quotedIn(text: string): Iterable<string> {
  return someMark.test(text) ? quotations(text) : [];
}

function* quotations(text: string): Generator<string> {
  const closings = new Map<string, number>();
  let from = 0;
  let count = 0;
  for (const { 0: mark, index } of text.matchAll(anyMark)) {
    count += 1;
    if (count > maxMarks) return;
    const isOpen = index >= from && !/[\p{L}\p{N}]/u.test(text.charAt(index - 1));
    const close = isOpen ? closeAfter(text, index, { mark, closings }) : -1;
    if (close - index <= 1 || close - index > maxQuoted) continue;
    yield text.slice(index + 1, close);
    from = close + 1;
  }
}

/** Remembers where each mark comes next, so that the text is searched once. */
function closeAfter(
  text: string,
  index: number,
  { mark, closings }: { readonly mark: string; readonly closings: Map<string, number> },
): number {
  const closing = marks.get(mark) ?? mark;
  const known = closings.get(closing);
  if (known !== undefined && (known === -1 || known > index)) return known;
  const next = text.indexOf(closing, index + 1);
  closings.set(closing, next);
  return next;
}
