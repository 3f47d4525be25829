import { describe, expect, it } from "vitest";
import { createReading } from "./reading.ts";
import { shippedMeanings } from "./shipped-meanings.ts";

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
