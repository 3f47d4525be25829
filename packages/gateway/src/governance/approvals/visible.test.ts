import { canonicalJson, type JsonValue, parseJson } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shownJson, visible } from "./visible.ts";

const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }))
  .map((points) => String.fromCodePoint(...points).toWellFormed());
const anyValue = fc.oneof(anyText, fc.array(anyText), fc.maxSafeInteger(), fc.constant(null));
const anyArguments = fc.dictionary(anyText, anyValue);

/** Parses the text shown to a person. */
function readBack(shown: string): JsonValue {
  const text = shown
    .replaceAll(/" \[long: \d+ characters\]/g, '"')
    .replaceAll(/(?<!\\)((?:\\\\)*)\\u\{([0-9a-f]+)\}/g, (_, before: string, hex: string) => {
      const units = String.fromCodePoint(Number.parseInt(hex, 16)).split("");
      const escaped = units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
      return before + escaped.join("");
    });
  return parseJson(text);
}

describe("the text shown to a person", () => {
  it.each([
    ["a zero-width space", "pay\u{200b}ment", String.raw`pay\u{200b}ment`],
    ["a change of direction", "\u{202e}gpj.exe", String.raw`\u{202e}gpj.exe`],
    ["an escape sequence", "\u{1b}[8m", String.raw`\u{1b}[8m`],
    ["tag characters", "a\u{e0041}", String.raw`a\u{e0041}`],
    ["a blank that is no space", "a\u{a0}b\u{3000}\u{2800}", String.raw`a\u{a0}b\u{3000}\u{2800}`],
    ["a half of a pair", "\u{d800}", String.raw`\u{d800}`],
    ["a new line", "a\nb", String.raw`a\nb`],
    ["what only looks like an escape", String.raw`\u{200b}`, String.raw`\\u{200b}`],
    ["a Cyrillic letter among Latin ones", "p\u{430}ypal", String.raw`p\u{430}ypal`],
    ["a word that only looks Latin", "to \u{441}\u{43e}", String.raw`to \u{441}\u{43e}`],
    ["a Greek letter that looks Latin", "\u{39f}K", String.raw`\u{39f}K`],
    ["another form of the same letters", "Zoe\u{308} \u{212a}", String.raw`Zoe\u{308} \u{212a}`],
    ["a mark on what is no letter", "1\u{338}0 \u{301}", String.raw`1\u{338}0 \u{301}`],
    ["marks in a heap", `a${"\u{323}".repeat(5)}`, `a${String.raw`\u{323}`.repeat(5)}`],
    ["digits that are a formula's", "\u{1d7cf}00", String.raw`\u{1d7cf}00`],
    ["a numeral that looks like a letter", "paypa\u{217c}", String.raw`paypa\u{217c}`],
    ["a symbol that looks like a letter", "\u{210e}ost", String.raw`\u{210e}ost`],
    ["a letter of phonetics", "\u{261}oogle \u{1d00}", String.raw`\u{261}oogle \u{1d00}`],
    ["a dot that is none", "bank\u{2024}com", String.raw`bank\u{2024}com`],
    ["slashes that are none", "a\u{2215}b\u{2044}c", String.raw`a\u{2215}b\u{2044}c`],
    ["wide letters of no language", "\u{ff41}dmin", String.raw`\u{ff41}dmin`],
    ["wide signs where they belong", "料金：１００円（税込）", "料金：１００円（税込）"],
    ["signs that look like nothing else", "x² ½ ① … № ™ 5−3 “a” – b", "x² ½ ① … № ™ 5−3 “a” – b"],
    ["ordinary text of any script", "Zoë 名前 שָׁלוֹם ❤ हिन्दी", "Zoë 名前 שָׁלוֹם ❤ हिन्दी"],
    [
      "words of two scripts",
      "Поиск по API-ключу: хор, Δt, 5 kΩ",
      "Поиск по API-ключу: хор, Δt, 5 kΩ",
    ],
  ])("shows %s", (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("contains exactly the whole value, for any value", () => {
    fc.assert(
      fc.property(anyArguments, (value) => {
        const { text } = shownJson(value, "whole");

        expect(canonicalJson(readBack(text))).toBe(canonicalJson(value));
        expect(text).not.toMatch(/(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
      }),
    );
  });

  it("marks a long value, and shortens it only on request", () => {
    const value = { text: `${"a".repeat(500)}b` };

    expect(shownJson(value, "whole")).toEqual({
      text: `{\n  "text": "${value.text}" [long: 501 characters]\n}`,
      shortened: 0,
    });
    expect(shownJson(value, "begun")).toEqual({
      text: `{\n  "text": "${"a".repeat(500)}" [the first 500 of 501 characters]\n}`,
      shortened: 1,
    });
  });

  it("keeps the canonical order, and shows empty values", () => {
    expect(shownJson({ b: [], a: {}, 10: null }, "whole").text).toBe(
      '{\n  "10": null,\n  "a": {},\n  "b": []\n}',
    );
  });
});
