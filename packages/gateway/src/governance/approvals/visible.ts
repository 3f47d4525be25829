import { isJsonArray, isJsonObject, type JsonValue } from "@toolcourt/sdk";

// Characters without a visible glyph: controls, formats, blanks other than space, fillers.
const hidden = /["\\]|(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Printable ASCII is unambiguous. */
const doubtful = /["\\]|[^ -~]/gu;

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Makes every character visible: unprintable and deceptive ones become `\u{…}`. */
export function visible(text: string): string {
  const disguises = disguisesIn(text);
  return text.replace(doubtful, (found, offset: number) =>
    hidden.test(found) || disguises.has(offset)
      ? (shortEscapes.get(found) ?? `\\u{${codePoint(found)}}`)
      : found,
  );
}

function codePoint(found: string): string {
  return (found.codePointAt(0) ?? 0).toString(16);
}

/** A value too long to grasp at a glance. */
const longValue = 500;

export interface Shown {
  readonly text: string;
  /** Number of shortened values. */
  readonly shortened: number;
}

/**
 * Formats a JSON value for a person, one member per line in canonical order. Marks long texts and
 * shows them whole or shortened.
 */
export function shownJson(value: JsonValue, long: "whole" | "begun"): Shown {
  let shortened = 0;
  return { text: write(value, ""), shortened };

  function write(part: JsonValue, indent: string): string {
    const deeper = `${indent}  `;
    if (typeof part === "string") return writeText(part);
    if (isJsonArray(part)) {
      return block(
        "[]",
        part.map((each) => deeper + write(each, deeper)),
        indent,
      );
    }
    if (!isJsonObject(part)) return JSON.stringify(part);
    const members = Object.keys(part)
      .toSorted()
      .map((key) => `${deeper}"${visible(key)}": ${write(part[key] ?? null, deeper)}`);
    return block("{}", members, indent);
  }

  function writeText(text: string): string {
    if (text.length <= longValue) return `"${visible(text)}"`;
    if (long === "whole") return `"${visible(text)}" [long: ${text.length} characters]`;
    shortened += 1;
    const begun = text.slice(0, longValue).toWellFormed();
    return `"${visible(begun)}" [the first ${longValue} of ${text.length} characters]`;
  }
}

function block(brackets: "[]" | "{}", lines: readonly string[], indent: string): string {
  if (lines.length === 0) return brackets;
  return `${brackets.charAt(0)}\n${lines.join(",\n")}\n${indent}${brackets.charAt(1)}`;
}

/**
 * Returns the offsets of deceptive characters: letters of one script that look like another's,
 * unusual letter forms, look-alikes of ASCII punctuation, and combining marks on non-letters.
 */
function disguisesIn(text: string): ReadonlySet<number> {
  return new Set([...foreignLetters(text), ...nonCanonicalForms(text), ...asciiLookAlikes(text)]);
}

const latin = /\p{Script=Latin}/u;
// Greek letters only if they look Latin. The others (μ, Δ, λ, π) occur in units and formulas and
// look like nothing else.
const foreign =
  /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονριυτϲϳ]/u;
const latinLooking = /[асеорухіјѕһӏԁԛԝАВЕКМНОРСТХІЈЅӀԌԚԜ]/;
const plainlyCyrillic = /(?![асеорухіјѕһӏԁԛԝАВЕКМНОРСТХІЈЅӀԌԚԜ])\p{Script=Cyrillic}/u;

function* foreignLetters(text: string): Generator<number> {
  if (!foreign.test(text)) return;
  // Russian text has unmistakably Cyrillic letters.
  const isRussian = plainlyCyrillic.test(text);
  for (const { 0: word, index } of text.matchAll(/\p{L}+/gu)) {
    const posing = latin.test(word) ? foreign : latinLooking;
    if (posing === latinLooking && isRussian) continue;
    for (const { at, letter } of lettersOf(word)) if (posing.test(letter)) yield index + at;
  }
}

function* nonCanonicalForms(text: string): Generator<number> {
  for (const { 0: cluster, index } of text.matchAll(/[ -~]?\p{M}+|[^ -~\p{M}]\p{M}*/gu)) {
    if (isCanonicalForm(cluster)) continue;
    for (const { at, letter } of lettersOf(cluster)) if (letter > "~") yield index + at;
  }
}

/** Marks stand on letters. No language stacks more than this on one. */
const letterWithMarks = /^\p{L}\p{M}{0,4}$/u;
const withoutMarks = /^\P{M}$/u;

function isCanonicalForm(cluster: string): boolean {
  if (cluster !== cluster.normalize("NFC")) return false;
  return letterWithMarks.test(cluster) || withoutMarks.test(cluster);
}

interface Letter {
  readonly at: number;
  readonly letter: string;
}

function* lettersOf(text: string): Generator<Letter> {
  let at = 0;
  for (const letter of text) {
    yield { at, letter };
    at += letter.length;
  }
}

// Mathematical letters and digits, letter symbols, single-character numerals, ligatures, small
// capitals, and look-alikes of . , : / and the exclamation mark. In an address or an amount they
// show a different value.
const lookAlike =
  /[\u{1d400}-\u{1d7ff}\u2160-\u217f\ufb00-\ufb06\ufe50-\ufe6b\u1d00-\u1d22\u2024\u201a\u2215\u2044\u29f8\u2216\u2236\ua789\u02d0\u01c3\u017f\u0251\u0261\u0269ℂℊ-ℎℐ-ℓℕℙ-ℝℤℬℭℯ-ℱℳℴⅅ-ⅉ]/gu;
const wide = /[\uff01-\uff5e]/gu;
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

function* asciiLookAlikes(text: string): Generator<number> {
  for (const { index } of text.matchAll(lookAlike)) yield index;
  // Japanese or Chinese text uses wide characters along with unmistakable East Asian letters.
  if (eastAsian.test(text)) return;
  for (const { index } of text.matchAll(wide)) yield index;
}
