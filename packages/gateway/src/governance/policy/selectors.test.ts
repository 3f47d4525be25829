import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fits } from "./selectors.ts";

describe("fits", () => {
  it.each([
    ["get_customer", "get_customer", true],
    ["get_customer", "Get_customer", false],
    ["get_*", "get_", true],
    ["get_*", "get", false],
    ["*", "", true],
    ["*_customer", "get_customer", true],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["a*b*c", "axxbyyc", true],
    ["a*b*c", "acb", false],
    ["a*ab", "ab", false],
    ["", "", true],
    ["", "x", false],
    ["a.c", "abc", false],
  ])("%j on %j: %j", (pattern, text, expected) => {
    expect(fits(pattern, text)).toBe(expected);
  });

  it("agrees with a regular expression that has .* for each star", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 6 });
    fc.assert(
      fc.property(letters, letters, (pattern, text) => {
        const regular = new RegExp(`^${pattern.replaceAll("*", ".*")}$`, "s");
        expect(fits(pattern, text)).toBe(regular.test(text));
      }),
    );
  });

  it("stays fast on a long text", () => {
    expect(fits(`${"a*".repeat(50)}b`, "a".repeat(100_000))).toBe(false);
  });
});
