import { describe, expect, it } from "vitest";
import { fitWidth } from "./fit-width.ts";

describe("fitWidth", () => {
  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["日本語", 6, "日本語"],
    ["日本語", 5, "日本…"],
    ["日本語", 4, "日…"],
    ["abc", 1, "…"],
    ["e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"],
    ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
    ["👩‍👩‍👧👩‍👩‍👧", 4, "👩‍👩‍👧👩‍👩‍👧"],
    ["👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"],
    ["🇨🇭🇨🇭", 4, "🇨🇭🇨🇭"],
    ["☀️☀", 3, "☀️☀"],
    ["ｱｲｳ", 3, "ｱｲｳ"],
    ["「。」", 5, "「。…"],
    ["각각", 4, "각각"],
  ])("shortens %s to %i columns: %s", (text, columns, shown) => {
    expect(fitWidth(text, columns)).toBe(shown);
  });
});
