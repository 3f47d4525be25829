import { beforeEach, describe, expect, it } from "vitest";
import { defaultLimits } from "./limits.ts";
import { grantPatternBudget, PatternBudgetSpent, patternOf, readPattern } from "./pattern.ts";

// The budget is per thread, and earlier validations have spent some of it.
beforeEach(() => grantPatternBudget(Number.POSITIVE_INFINITY));

describe("patternOf", () => {
  it("prints the source as written, because Ajv distinguishes patterns by it", () => {
    expect(String(patternOf("^a\\s$", defaultLimits))).toBe("^a\\s$");
  });

  it("costs its program size per character, until the budget is spent", () => {
    const pattern = patternOf("^a+$", defaultLimits);
    grantPatternBudget(pattern.programSize * 11);

    expect(pattern.test("aaaaaaaaaa")).toBe(true);
    expect(() => pattern.test("a")).toThrow(PatternBudgetSpent);
  });

  it("takes no exponential time", () => {
    expect(patternOf("^(a|aa)+$", defaultLimits).test(`${"a".repeat(5_000)}!`)).toBe(false);
  });

  it("has length and size limits", () => {
    expect(readPattern("aaa", { ...defaultLimits, maxPatternLength: 2 }).kind).toBe("unusable");
    expect(readPattern("a{9}", { ...defaultLimits, maxPatternProgram: 5 }).kind).toBe("unusable");
    expect(() => patternOf("(", defaultLimits)).toThrow(TypeError);
  });
});
