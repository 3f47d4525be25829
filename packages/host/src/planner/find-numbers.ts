import type { Mention, NumberMention, TextMention } from "./mention.ts";
import { numeralAt, scaleOf } from "./numerals.ts";
import { dimensionOf } from "./units.ts";
import { isGlued, type Token, tokenAt, writtenAs } from "./words.ts";

/** Finds numbers in digits and words, with units. Ranges and times of day stay text. */
export function findNumbers(tokens: readonly Token[]): readonly Mention[] {
  const words = tokens.map(({ lower }) => lower);
  const found: Mention[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const isNumber = tokenAt(tokens, at).kind === "number" && !isExponent(tokens, at);
    const mention = isNumber ? numberAt(tokens, at) : wordsAt(tokens, words, at);
    if (mention === undefined) continue;
    found.push(mention);
    at = mention.last;
  }
  return found;
}

/** Detects the 2 of "x^2" and "m/s^2". */
function isExponent(tokens: readonly Token[], at: number): boolean {
  return tokenAt(tokens, at - 1).text === "^";
}

function numberAt(tokens: readonly Token[], at: number): Mention {
  return rangeAt(tokens, at) ?? timeAt(tokens, at) ?? gluedAt(tokens, at) ?? digitsAt(tokens, at);
}

/** Detects "2019-2020", "555-1234": not numbers to calculate with. */
function rangeAt(tokens: readonly Token[], at: number): TextMention | undefined {
  let last = at;
  while (isJoined(tokens, last, "-")) last += 2;
  return last === at ? undefined : identifier(tokens, at, last);
}

/** Returns whether this mark joins two numbers without spaces. */
function isJoined(tokens: readonly Token[], at: number, mark: string): boolean {
  return (
    tokenAt(tokens, at + 1).text === mark &&
    isGlued(tokens, at) &&
    isGlued(tokens, at + 1) &&
    tokenAt(tokens, at + 2).kind === "number"
  );
}

/** "7:30", "11 PM". */
function timeAt(tokens: readonly Token[], at: number): TextMention | undefined {
  const hasMinutes = isJoined(tokens, at, ":");
  const end = hasMinutes ? at + 2 : at;
  const hasHalf = /^[ap]\.?m$/.test(tokenAt(tokens, end + 1).lower);
  if (!hasMinutes && !hasHalf) return undefined;
  return identifier(tokens, at, hasHalf ? end + 1 : end);
}

/** Detects "12x18", "100µF", "2 pi": more than a number, with unclear value. */
function gluedAt(tokens: readonly Token[], at: number): TextMention | undefined {
  const { kind, lower } = tokenAt(tokens, at + 1);
  if (/^(?:pi|π)$/.test(lower)) return identifier(tokens, at, at + 1);
  if (kind !== "word" || !isGlued(tokens, at)) return undefined;
  const isKnown = ordinalEnd.test(lower) || lower === "k" || dimensionOf(lower) !== undefined;
  return isKnown ? undefined : identifier(tokens, at, at + 1);
}

const ordinalEnd = /^(?:st|nd|rd|th)$/;

function identifier(tokens: readonly Token[], first: number, last: number): TextMention {
  return { kind: "text", form: "identifier", text: writtenAs(tokens, first, last), first, last };
}

function digitsAt(tokens: readonly Token[], at: number): NumberMention {
  const value = Number(tokenAt(tokens, at).text.replaceAll(",", "").replace("−", "-"));
  const next = tokenAt(tokens, at + 1).lower;
  if (ordinalEnd.test(next) && isGlued(tokens, at)) {
    return { kind: "number", value, isPercent: false, first: at, last: at + 1 };
  }
  // Lower-case k is a thousand, upper-case K a kelvin.
  const isThousand = tokenAt(tokens, at + 1).text === "k" && isGlued(tokens, at);
  const scale = isThousand ? 1000 : scaleOf(next);
  if (scale === undefined) return findUnit(tokens, { value, first: at, last: at });
  return findUnit(tokens, { value: value * scale, first: at, last: at + 1 });
}

function wordsAt(
  tokens: readonly Token[],
  words: readonly string[],
  at: number,
): NumberMention | undefined {
  const numeral = numeralAt(words, at);
  if (numeral === undefined) return undefined;
  // "this one", "one of them": a pronoun. It is a number only before a word.
  if (numeral.value === 1 && tokenAt(tokens, at + 1).kind !== "word") return undefined;
  return findUnit(tokens, { value: numeral.value, first: at, last: at + numeral.length - 1 });
}

interface Bare {
  readonly value: number;
  readonly first: number;
  readonly last: number;
}

/** Extends a number by a preceding currency or a following unit. */
function findUnit(tokens: readonly Token[], bare: Bare): NumberMention {
  const plain = { kind: "number", ...bare, isPercent: false } as const;
  if (/^\p{Sc}$/u.test(tokenAt(tokens, bare.first - 1).text)) {
    return { ...plain, first: bare.first - 1, dimension: "money" };
  }
  const { text, lower } = tokenAt(tokens, bare.last + 1);
  if (text === "%" || lower === "percent") {
    return { ...plain, last: bare.last + 1, unit: text, dimension: "share", isPercent: true };
  }
  return withUnit(tokens, plain);
}

function withUnit(tokens: readonly Token[], plain: NumberMention): NumberMention {
  const at = plain.last + 1;
  const { text, lower } = tokenAt(tokens, at);
  const dimension = isPreposition(tokens, at) ? undefined : dimensionOf(lower);
  if (dimension !== undefined) {
    return withDivisor(tokens, { ...plain, unit: text, dimension, last: at });
  }
  // "80 BPM": an unknown abbreviation here is a unit, not a name.
  return /^\p{Lu}{2,4}$/u.test(text) ? { ...plain, unit: text, last: at } : plain;
}

/** "5 in" is usually a preposition, and "5 a" an article. */
function isPreposition(tokens: readonly Token[], at: number): boolean {
  const { text, lower } = tokenAt(tokens, at);
  return (lower === "in" || text === "a") && !isGlued(tokens, at - 1);
}

/** Handles "meters/second" and "miles per hour". */
function withDivisor(tokens: readonly Token[], mention: NumberMention): NumberMention {
  const at = mention.last + 1;
  const below = tokenAt(tokens, at + 1);
  if (!/^(?:\/|per)$/.test(tokenAt(tokens, at).lower) || below.kind !== "word") return mention;
  const isSpeed = mention.dimension === "length" && dimensionOf(below.lower) === "time";
  const isSquared = tokenAt(tokens, at + 2).text === "^";
  return {
    ...mention,
    unit: `${mention.unit ?? ""}/${below.text}`,
    ...(isSpeed && !isSquared ? { dimension: "speed" } : {}),
    last: at + 1,
  };
}
