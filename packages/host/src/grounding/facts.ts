import { functionWords, wordSet } from "../planner/closed-class.ts";
import { numeralAt, scaleOf } from "../planner/numerals.ts";
import { dimensionOf } from "../planner/units.ts";
import { isGlued, stemOf, type Token, tokenAt, tokensOf } from "../planner/words.ts";
import { isIdle, withIdioms } from "./idioms.ts";
import { isOf } from "./wordings.ts";

interface Quantity {
  readonly value: number;
  /** Lower-case singular, or "" for a bare number. */
  readonly unit: string;
  /** Index of its first token. */
  readonly at: number;
}

/** The facts of a text that must not differ. */
export interface Facts {
  readonly tokens: readonly Token[];
  /** Stems of the topic words, in order. */
  readonly topics: readonly string[];
  readonly quantities: readonly Quantity[];
  /** Dates, as precise as written: "m2 d8 y1993". */
  readonly dates: readonly string[];
  readonly identifiers: readonly string[];
  /** Stems of words that look like names. */
  readonly names: readonly string[];
}

export function factsOf(text: string): Facts {
  const tokens = withIdioms(tokensOf(text));
  return {
    tokens,
    topics: tokens.flatMap((token) =>
      isTopic(token) ? token.stems.filter((stem) => stem.length > 1) : [],
    ),
    quantities: quantitiesOf(tokens),
    dates: datesOf(text),
    identifiers: identifiersOf(text),
    // The "s" of "Lee's" is no name.
    names: tokens.flatMap((token, at) =>
      isName(tokens, at) ? token.stems.filter((stem) => stem.length > 1) : [],
    ),
  };
}

/** Returns whether a word carries a topic, rather than grammar. */
export function isTopic({ kind, lower }: Token): boolean {
  if (kind !== "word" || functionWords.has(lower) || isIdle(lower)) return false;
  return !/^\p{L}$/u.test(lower) && !isOf("negation", lower) && !isOf("modality", lower);
}

function quantitiesOf(tokens: readonly Token[]): readonly Quantity[] {
  const words = tokens.map(({ lower }) => lower);
  const found: Quantity[] = [];
  let after = 0;
  for (const [at, token] of tokens.entries()) {
    const number = at < after ? undefined : numberAt(token, words, at);
    if (number === undefined) continue;
    after = at + number.length;
    found.push({ value: number.value, unit: unitAround(tokens, at, after), at });
  }
  return found;
}

function numberAt(
  { kind, lower }: Token,
  words: readonly string[],
  at: number,
): { readonly value: number; readonly length: number } | undefined {
  // "One" is usually a pronoun.
  if (kind === "word") return lower === "one" ? undefined : numeralAt(words, at);
  if (kind !== "number") return undefined;
  const scale = scaleOf(words[at + 1] ?? "");
  return { value: valueOf(lower) * (scale ?? 1), length: scale === undefined ? 1 : 2 };
}

function valueOf(written: string): number {
  return Number(written.replaceAll(",", "").replace("−", "-"));
}

const money: Readonly<Record<string, string>> = {
  $: "dollar",
  "€": "euro",
  "£": "pound",
  "¥": "yen",
};

function unitAround(tokens: readonly Token[], first: number, after: number): string {
  const sign = money[tokenAt(tokens, first - 1).text];
  if (sign !== undefined) return sign;
  const { lower } = tokenAt(tokens, after);
  if (lower === "%" || lower === "percent") return "%";
  if (lower === "in" || lower === "a" || dimensionOf(lower) === undefined) return "";
  return stemOf(lower);
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const month =
  "(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:[a-z]{0,6})\\.?(?![a-z])";
const day = "(?<day>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)";
const year = "(?<year>\\d{4})";
const dateForms = [
  new RegExp(`\\b${month}\\s+${day}(?:,?\\s+${year})?`, "gi"),
  new RegExp(`\\b${day}\\s+(?:of\\s+)?${month}(?:,?\\s+${year})?`, "gi"),
  new RegExp(`\\b${month},?\\s+${year}`, "gi"),
  /\b(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/g,
];

function datesOf(text: string): readonly string[] {
  return dateForms.flatMap((form) =>
    [...text.matchAll(form)].map(({ groups = {} }) => {
      const { month: named = "", day: dayed, year: yeared } = groups;
      const at = /^\d/.test(named) ? Number(named) : months.indexOf(named.toLowerCase()) + 1;
      const parts = [`m${at}`, dayed && `d${Number(dayed)}`, yeared && `y${yeared}`];
      return parts.filter((part) => part !== undefined && part !== "").join(" ");
    }),
  );
}

/**
 * Addresses, versions, codes: mixed letters and digits, or parts joined by marks unusual in prose.
 */
const identifier =
  /[\p{L}\p{N}][\p{L}\p{N}._:/@#-]*(?:[@_/:]|\p{L}-?\d|\d-?\p{Lu})[\p{L}\p{N}._:/@#-]*/gu;

function identifiersOf(text: string): readonly string[] {
  return [...text.matchAll(identifier)]
    .map(([written]) => written.toLowerCase().replace(/[.:/-]+$/, ""))
    .filter((written) => /\d|@|_|:\/\//.test(written) && !/^\d{4}-\d{2}-\d{2}$/.test(written));
}

/**
 * Returns whether a word is capitalized within a sentence, or starts one and the next continues the
 * name.
 */
function isName(tokens: readonly Token[], at: number): boolean {
  const token = tokenAt(tokens, at);
  if (!isTopic(token) || !/^\p{Lu}/u.test(token.text)) return false;
  if (/^\p{Lu}{2}/u.test(token.text) || !isFirst(tokens, at)) return true;
  const next = tokenAt(tokens, at + 1);
  const isContinued = next.kind === "word" && /^\p{Lu}/u.test(next.text);
  return isContinued && !isOf("condition", token.lower);
}

function isFirst(tokens: readonly Token[], at: number): boolean {
  if (at === 0) return true;
  const isAfterEnd = /^[.?!:"“'‘(]$/.test(tokenAt(tokens, at - 1).text);
  return isAfterEnd && !isOfAbbreviation(tokens, at - 1);
}

/** Titles, initials and the like: "Mr.", "I.", "Inc.". */
const short = /^\p{Lu}\p{L}{0,3}$/u;

/** Returns whether a full stop belongs to the word before it and ends no sentence. */
export function isOfAbbreviation(tokens: readonly Token[], at: number): boolean {
  const next = tokenAt(tokens, at + 1);
  if (tokenAt(tokens, at).text !== "." || next.kind !== "word") return false;
  if (!isGlued(tokens, at - 1)) return false;
  return short.test(tokenAt(tokens, at - 1).text) || /^\p{Ll}/u.test(next.text);
}

/** Punctuation and words that end or join clauses. */
export const clauseEnds: ReadonlySet<string> = wordSet(", ; : . ( ) and but while whereas");

/** Those that start a new topic. "and" is not among them: it may join names of one list. */
export const clauseBreaks: ReadonlySet<string> = wordSet(
  `[ ] ( ) . , ; : | — – " “ ” ? ! but while whereas who which`,
);
