import { stemmer } from "stemmer";
import { functionWords, requestWords } from "./closed-class.ts";

/** A word, number or mark of a text, with its position. */
export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly kind: "word" | "number" | "mark";
  /** The stem of a word, or of each part of a hyphenated one. */
  readonly stems: readonly string[];
  readonly start: number;
  readonly end: number;
}

const pattern =
  /(?<number>(?:(?<=^|[\s([=:,\p{Sc}])[-−])?(?:(?:\d{1,3}(?:,\d{3})+(?!,?\d)|\d+)(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?)|(?<word>\p{Lu}[#♯♭+]+|\p{L}[\p{L}\p{M}\p{N}_]*(?:['’.&-][\p{L}\p{N}][\p{L}\p{M}\p{N}_]*)*)|(?<mark>\S)/giu;

/** Splits a text into words, numbers and punctuation. */
export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(pattern)].map((match) => {
    const written = match[0];
    const lower = written.toLowerCase();
    const groups = match.groups ?? {};
    const kind =
      groups["number"] !== undefined ? "number" : groups["word"] !== undefined ? "word" : "mark";
    const stems = kind === "word" ? lower.split(/[^\p{L}\p{N}]+/u).map((part) => stemOf(part)) : [];
    return {
      text: written,
      lower,
      kind,
      stems,
      start: match.index,
      end: match.index + written.length,
    };
  });
}

/**
 * Splits an identifier: `getUserById`, `get_user_by_id` and `get-user.byId` have the same parts.
 */
export function partsOf(name: string): readonly string[] {
  return (
    name
      .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
      // Uses a lookahead: consuming a run of capitals would take quadratic time.
      .replaceAll(/\p{Lu}(?=\p{Lu}\p{Ll})/gu, "$& ")
      .replaceAll(/(\p{L})(\p{N})/gu, "$1 $2")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part !== "")
  );
}

/** Returns the stems of the topic words, in order, with repetitions. */
export function topicsOf(text: string): readonly string[] {
  return partsOf(text).flatMap((word) => (functionWords.has(word) ? [] : [stemOf(word)]));
}

const known = new Map<string, string>();
const maxKnown = 20_000;

/** Returns the Porter stem. Cached, because the same few thousand words recur. */
export function stemOf(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= maxKnown) known.clear();
  const stem = stemmer(word);
  known.set(word, stem);
  return stem;
}

/** Stems of the request verbs. */
export const requestStems: ReadonlySet<string> = new Set(
  [...requestWords].map((word) => stemOf(word)),
);

/** Sentinel before the first token and after the last: it matches nothing. */
const nothing: Token = { text: "", lower: "", kind: "mark", stems: [], start: -1, end: -2 };

export function tokenAt(tokens: readonly Token[], at: number): Token {
  return tokens[at] ?? nothing;
}

/** Returns whether a token touches the next one without a space. */
export function isGlued(tokens: readonly Token[], at: number): boolean {
  return tokenAt(tokens, at).end === tokenAt(tokens, at + 1).start;
}

/** Returns the range of characters of a match. */
export function rangeOf({ index, 0: text }: RegExpExecArray): { start: number; end: number } {
  return { start: index, end: index + text.length };
}

/** Returns the text of some tokens as written, with single spaces. */
export function writtenAs(tokens: readonly Token[], first: number, last: number): string {
  let text = "";
  for (let at = first; at <= last; at += 1) {
    text += tokenAt(tokens, at).text + (at < last && !isGlued(tokens, at) ? " " : "");
  }
  return text;
}

/** Returns the words and marks between two positions, in lower case, with single spaces. */
export function between(tokens: readonly Token[], left: number, right: number): string {
  return tokens
    .slice(left + 1, right)
    .map(({ lower }) => lower)
    .join(" ");
}

/** Minimum length of an abbreviation. */
export const minAbbreviation = 4;

/** Detects "temp" for "temperature". */
export function isShortFor(short: string, stem: string): boolean {
  return short.length >= minAbbreviation && stem.length > short.length && stem.startsWith(short);
}
