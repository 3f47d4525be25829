import { describe, expect, it } from "vitest";
import { shippedMeanings } from "./meanings.ts";
import { createReading, createUnslip } from "./reading.ts";

const reading = createReading(shippedMeanings());

describe("createReading", () => {
  it.each([
    ["known words as they are", "Shows the weather in Rome", ["shows", "weather", "rome"]],
    ["names word by word", "getUserById", ["get", "user", "id"]],
    ["words that are run together", "exportchat", ["export", "chat"]],
    ["words with a slip", "managment of strology", ["management", "astrology"]],
    ["repetitions each time", "chat exportchat", ["chat", "export", "chat"]],
  ])("reads %s", (_, text, words) => {
    expect(reading(text)).toEqual(words);
  });

  it.each([
    ["unknown to the end", "qzvxwkj"],
    ["too short to be sure", "zqwv"],
    ["not of plain letters", "żółwik"],
    ["with digits", "05859269"],
    ["longer than any word", "exportchat".repeat(3)],
  ])("keeps words unchanged that are %s", (_, word) => {
    expect(reading(word)).toEqual([word]);
  });

  it("examines only a limited number of unknown words per text", () => {
    const odd = Array.from({ length: 60 }, () => "qzvxwkj").join(" ");

    expect(reading(`exportchat ${odd}`)).toContain("export");
    expect(reading(`${odd} exportchat`)).toContain("exportchat");
  });
});

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
