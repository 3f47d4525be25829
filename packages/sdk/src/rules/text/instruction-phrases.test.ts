import { describe, expect, it } from "vitest";
import { instructionPhrases } from "./instruction-phrases.ts";

describe("instructionPhrases", () => {
  it("match lower-case text only", () => {
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
