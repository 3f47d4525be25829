import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { defaultLimits } from "./limits.ts";
import { grantPatternBudget, patternOf, readPattern } from "./pattern.ts";

// The budget is per thread, and earlier validations have spent some of it.
beforeEach(() => grantPatternBudget(Number.POSITIVE_INFINITY));

const texts = [
  "",
  "a",
  "A",
  "b",
  "ab",
  "aa",
  "a-b",
  "a b",
  "a\nb",
  "\n",
  "\r",
  "\u2028",
  "\u00a0",
  "\ufeff",
  "\v",
  "\f",
  "\t",
  "0",
  "9",
  "_",
  "é",
  "É",
  "ß",
  "π",
  "漢",
  "😀",
  "[",
  "]",
  "{",
  "}",
  "[:alpha:]",
  "a]",
  ".",
  "\\",
  "/",
  "-",
  "^",
  "$",
  "\u0000",
  "\b",
  "\u0003",
  "١",
];

describe("toRe2 keeps the meaning of ECMA-262", () => {
  it.each([
    ".",
    "^.$",
    "\\s",
    "\\S",
    "^[\\s]$",
    "^[^\\s]$",
    "^[\\S]$",
    "^[^\\S]$",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "^[\\w-]$",
    "[a-z]",
    "[^a-z]",
    "^[[:alpha:]\\]$",
    "\\p{Letter}",
    "^\\p{L}+$",
    "\\P{L}",
    "\\p{Lu}",
    "\\p{Script=Greek}",
    "\\p{sc=Han}",
    "^\\p{Uppercase_Letter}",
    "\\cC",
    "\\x41",
    "\\u0041",
    "\\u{1F600}",
    "\\uD83D\\uDE00",
    "^\\u{1F600}$",
    "^[\\u{1F600}]$",
    "\\0",
    "[\\b]",
    "\\ba\\b",
    "\\Bb",
    "\\t",
    "\\v",
    "\\f",
    "a{2}",
    "^a{1,}$",
    "(?<x>a)b",
    "(?:a|b)+$",
    "[]",
    "[^]",
    "^[^]$",
    "\\/",
    "\\.",
    "\\[",
    "\\]",
    "\\{",
    "^a?$",
    "a|b",
    "a+?",
    "^$",
    "\\$",
    "\\^",
    "\\\\",
    "[\\]]",
    "[\\\\]",
    "[.]",
    "[$]",
  ])("%s", (pattern) => {
    const ours = patternOf(pattern, defaultLimits);
    const theirs = new RegExp(pattern, "u");

    for (const text of texts) expect([text, ours.test(text)]).toEqual([text, theirs.test(text)]);
  });

  it("for arbitrary patterns of common parts", () => {
    const part = fc.constantFrom(
      "a",
      "b",
      ".",
      "\\d",
      "\\s",
      "\\w",
      "[ab]",
      "[^a]",
      "^",
      "$",
      "(a|b)",
      "\\S",
      "[\\s\\d]",
    );
    const repeat = fc.constantFrom("", "*", "+", "?", "{2}", "{0,1}");
    const pattern = fc.array(fc.tuple(part, repeat), { minLength: 1, maxLength: 5 });

    fc.assert(
      fc.property(
        pattern,
        fc.array(fc.constantFrom(...texts), { maxLength: 4 }),
        (parts, words) => {
          const source = parts
            .map(([piece, times]) =>
              /[$^]/.test(piece) && piece.length === 1 ? piece : piece + times,
            )
            .join("");
          const text = words.join("");

          expect(patternOf(source, defaultLimits).test(text)).toBe(
            new RegExp(source, "u").test(text),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("toRe2 refuses a pattern", () => {
  it.each([
    "(?=a)",
    "(?!a)",
    "(?<=a)",
    "(?<!a)",
    "\\1",
    "\\k<a>",
    "(?i)a",
    "(?i:a)",
    "\\Z",
    "\\A",
    "\\Qa\\E",
    "\\C",
    "[a",
    "a)",
    "(a",
    "*a",
    "\\u{110000}",
    "\\p{Nothing}",
    "a{2,1}",
    "[b-a]",
    "\\",
  ])("%s", (pattern) => {
    expect(readPattern(pattern, defaultLimits).kind).toBe("unusable");
  });
});
