import { describe, expect, it } from "vitest";
import { createUnslip } from "./slips.ts";

const unslip = createUnslip(["provide", "management", "astrology", "managements", "paper", "tool"]);

describe("createUnslip", () => {
  it.each([
    ["managment", "management", "left out"],
    ["strology", "astrology", "left out at the beginning"],
    ["managementt", "management", "added at the end"],
    ["papers", "paper", "added"],
    ["providr", "provide", "mistaken"],
    ["astorlogy", "astrology", "exchanged"],
  ])("corrects %s to %s: a letter is %s", (word, meant) => {
    expect(unslip(word)).toBe(meant);
  });

  it.each([
    ["more than one slip", "mangment"],
    ["too few letters", "toll"],
    ["nothing near", "weather"],
    ["no letters", ""],
  ])("finds no known word for one with %s", (_, word) => {
    expect(unslip(word)).toBeUndefined();
  });

  it("prefers the most common candidate", () => {
    expect(createUnslip(["gather", "rather", "father"])("xather")).toBe("gather");
  });
});
