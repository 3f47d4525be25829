import { describe, expect, it } from "vitest";
import { createUnslip } from "./slips.ts";

const unslip = createUnslip(["provide", "management", "astrology", "managements", "paper", "tool"]);

describe("a word with a slip", () => {
  it.each([
    ["managment", "management", "left out"],
    ["strology", "astrology", "left out at the beginning"],
    ["managementt", "management", "added at the end"],
    ["papers", "paper", "added"],
    ["providr", "provide", "mistaken"],
    ["astorlogy", "astrology", "exchanged"],
  ])("%s is %s: a letter is %s", (word, meant) => {
    expect(unslip(word)).toBe(meant);
  });

  it.each([
    ["more than one slip", "mangment"],
    ["too few letters", "toll"],
    ["nothing near", "weather"],
    ["no letters", ""],
  ])("is no word that is known where it has %s", (_, word) => {
    expect(unslip(word)).toBeUndefined();
  });

  it("is the commonest of those that it may be", () => {
    expect(createUnslip(["gather", "rather", "father"])("xather")).toBe("gather");
  });
});
