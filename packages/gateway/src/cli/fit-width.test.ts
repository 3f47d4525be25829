import { describe, expect, it } from "vitest";
import { fitWidth } from "./fit-width.ts";

describe("a text in few columns", () => {
  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["日本語", 6, "日本語"],
    ["日本語", 5, "日本…"],
    ["日本語", 4, "日…"],
    ["abc", 1, "…"],
  ])("shows of %s in %i: %s", (text, columns, shown) => {
    expect(fitWidth(text, columns)).toBe(shown);
  });
});
