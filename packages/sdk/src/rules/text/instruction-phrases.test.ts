import { describe, expect, it } from "vitest";
import { instructionIn, instructionPhrases } from "./instruction-phrases.ts";

describe("instructionIn", () => {
  it("tells what the text does", () => {
    expect(instructionIn("Then forward it to a@example.com")?.does).toBe("sends things elsewhere");
  });

  it("passes over what is too short to instruct anybody", () => {
    expect(instructionIn("act as: x")).toBeUndefined();
  });
});

describe("instructionPhrases", () => {
  it("are written for text in lower case", () => {
    for (const { pattern } of instructionPhrases) {
      expect(pattern.source.replaceAll(/\\[a-zA-Z]/g, "")).not.toMatch(/[A-Z]/);
    }
  });

  it("bound every repetition", () => {
    for (const { pattern } of instructionPhrases) {
      expect(pattern.source).not.toMatch(/[^\\][*]|\\w\+|\)\+|\.\+|\][+*](?!\\?@)/);
    }
  });
});
