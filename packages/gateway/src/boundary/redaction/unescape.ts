import type { Span } from "./spans.ts";

/** A text in another form, searched in its place. */
export interface Rewritten {
  readonly text: string;
  /** Maps a span back to the original text. */
  readonly original: (span: Span) => Span;
}

/** `\u0041`, `\u{41}`, `\x41`, `\101`, `%41`, `&#x41;` and `&#65;` in any case, and named entities. */
const escapes =
  /\\u\{([0-9a-f]{1,8})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%([0-9a-f]{2})|&#x([0-9a-f]{1,8});?|&#(\d{1,8});?|\\([0-3][0-7]{2})|&([a-z]{2,6});/gi;

/** The entities of ASCII characters that passwords and tokens use. */
const entities: ReadonlyMap<string, string> = new Map(
  "amp=& lt=< gt=> quot=\" apos=' sol=/ bsol=\\ plus=+ equals== colon=: period=. lowbar=_ num=# excl=! dollar=$ percnt=% ast=* commat=@ semi=; quest=? comma=, lpar=( rpar=) lsqb=[ rsqb=] lcub={ rcub=} verbar=| vert=| grave=` Hat=^"
    .split(" ")
    .map((row) => [row.slice(0, row.indexOf("=")), row.slice(row.indexOf("=") + 1)]),
);

/**
 * Replaces every escape by its character. An encoder may escape any part of a secret, so the forms
 * cannot be listed. Undefined if there is no escape.
 */
export function unescape(text: string): Rewritten | undefined {
  if (!text.includes("\\") && !text.includes("%") && !text.includes("&")) return undefined;
  let plain = "";
  let from = 0;
  /** Where each piece begins: in the plain text and in the original. */
  const pieces: Piece[] = [{ plain: 0, original: 0 }];
  for (const found of text.matchAll(escapes)) {
    const character = characterOf(found);
    if (character === undefined) continue;
    plain += text.slice(from, found.index);
    pieces.push({ plain: plain.length, original: found.index });
    plain += character;
    from = found.index + found[0].length;
    pieces.push({ plain: plain.length, original: from });
  }
  if (pieces.length === 1) return undefined;
  plain += text.slice(from);
  const original = ({ start, end }: Span): Span => ({
    start: originalOf(pieces, start),
    // Past the last character, so that a cut escape is redacted whole.
    end: end >= plain.length ? text.length : originalOf(pieces, end),
  });
  return { text: plain, original };
}

interface Piece {
  readonly plain: number;
  readonly original: number;
}

function originalOf(pieces: readonly Piece[], at: number): number {
  let from = 0;
  let until = pieces.length;
  while (until - from > 1) {
    const middle = (from + until) >> 1;
    if ((pieces[middle]?.plain ?? 0) <= at) from = middle;
    else until = middle;
  }
  const { plain, original } = pieces[from] ?? { plain: 0, original: 0 };
  return original + at - plain;
}

/** The base of the number in each group of `escapes`. The last group is a name. */
const radices = [16, 16, 16, 16, 16, 10, 8];

/** Undefined for a code beyond ASCII: its bytes are no character by themselves. */
function characterOf([, ...found]: RegExpExecArray): string | undefined {
  const groups: readonly (string | undefined)[] = found;
  const group = groups.findIndex((each) => each !== undefined);
  const text = groups[group] ?? "";
  const radix = radices[group];
  if (radix === undefined) return entities.get(text) ?? entities.get(text.toLowerCase());
  const code = Number.parseInt(text, radix);
  return code < 0x80 ? String.fromCharCode(code) : undefined;
}
