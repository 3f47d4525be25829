import { describe, expect, it } from "vitest";
import { speechCues } from "./instruction-cues.ts";
import { instructionPhrases } from "./instruction-phrases.ts";
import { subjectCues } from "./instruction-subjects.ts";

const signs = [...speechCues, ...subjectCues, ...instructionPhrases];

describe("signs of an instruction", () => {
  it("match lower-case text only", () => {
    for (const { pattern } of signs) {
      expect(pattern.source.replaceAll(/\\[a-zA-Z]/g, "")).not.toMatch(/[A-Z]/);
    }
  });

  it("bound every repetition", () => {
    for (const { pattern } of signs) {
      expect(pattern.source).not.toMatch(/[^\\][*]|\\w\+|\)\+|\.\+|\][+*](?!\\?@)/);
    }
  });
});
