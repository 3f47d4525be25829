import {
  isJsonArray,
  type JsonObject,
  type JsonPrimitive,
  type JsonValue,
  parseJson,
} from "@toolcourt/sdk";
import { closingQuote } from "./message-size.ts";

/**
 * Reasons why two parsers could read a text differently, or why it would not survive
 * reserialization.
 */
export type Ambiguity =
  | "syntax"
  | "duplicate-key"
  | "reserved-key"
  | "number"
  | "broken-text"
  | "depth";

export type StrictReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "refused"; readonly because: Ambiguity };

const maxDepth = 64;

/**
 * Parses once. Refuses text that policy and server could read differently: duplicate keys,
 * `__proto__`, numbers that lose digits in a double, lone surrogates.
 */
export function parseStrict(text: string): StrictReading {
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    return refused("syntax");
  }
  const census = { keys: 0 };
  const flaw =
    count(value, 0, census) ?? (census.keys === colonsIn(text) ? undefined : "duplicate-key");
  if (flaw !== undefined) return refused(flaw);
  if (long.test(text) && losesDigits(text)) return refused("number");
  return { kind: "value", value };
}

function refused(because: Ambiguity): StrictReading {
  return { kind: "refused", because };
}

interface Census {
  keys: number;
}

/** Counts the keys of a value, and stops at the first flaw. */
function count(value: JsonValue, depth: number, census: Census): Ambiguity | undefined {
  if (typeof value !== "object" || value === null) return flawOf(value);
  if (depth >= maxDepth) return "depth";
  if (isJsonArray(value)) return firstFlaw(value, depth, census);
  const keys = Object.keys(value);
  census.keys += keys.length;
  return flawOfKeys(keys) ?? flawOfMembers(value, keys, { depth, census });
}

function flawOf(value: JsonPrimitive): Ambiguity | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : "broken-text";
  return typeof value === "number" && !Number.isFinite(value) ? "number" : undefined;
}

function flawOfKeys(keys: readonly string[]): Ambiguity | undefined {
  for (const key of keys) {
    if (key === "__proto__") return "reserved-key";
    if (!key.isWellFormed()) return "broken-text";
  }
  return undefined;
}

function firstFlaw(
  values: readonly JsonValue[],
  depth: number,
  census: Census,
): Ambiguity | undefined {
  for (const value of values) {
    const flaw = count(value, depth + 1, census);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

/** Iterates one by one: listing the values of very many keys would dominate the cost. */
function flawOfMembers(
  object: JsonObject,
  keys: readonly string[],
  { depth, census }: { readonly depth: number; readonly census: Census },
): Ambiguity | undefined {
  for (const key of keys) {
    const flaw = count(object[key] ?? null, depth + 1, census);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

/**
 * Counts the colons outside strings. In valid JSON each follows one key. More colons than keys in
 * the parsed value mean a duplicate key, however it was spelled.
 */
function colonsIn(text: string): number {
  let colons = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x3a) colons += 1;
    else if (char === 0x22) at = closingQuote(text, at + 1);
  }
  return colons;
}

// A double keeps fifteen digits, unless it is almost zero. Anything longer is checked one by one.
const long = /\d[\d.]{15}|\d[eE]-\d{3}/;
// Matches a fraction whole: its digits alone would look like an integer.
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const integer = /^-?\d+$/;

function losesDigits(text: string): boolean {
  return text.match(tokens)?.some((token) => !token.startsWith('"') && !isKept(token)) === true;
}

/** A number is kept if its double has the same digits, written with as many of them. */
function isKept(token: string): boolean {
  const number = Number(token);
  if (integer.test(token)) return Number.isSafeInteger(number);
  const digits = digitsOf(token);
  if (digits.length > maxDigits) return false;
  return digits === "" || digitsOf(number.toPrecision(digits.length)) === digits;
}

/** The most that `toPrecision` writes. */
const maxDigits = 100;

/** Returns the digits of a number, from the first that is not zero. */
function digitsOf(token: string): string {
  return token.replace(/e.*$/i, "").replaceAll(/[-.]/g, "").replace(/^0+/, "");
}
