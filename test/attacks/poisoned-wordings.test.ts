import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonArray, parseJson } from "@toolcourt/sdk";
import { instructionThreshold, scoreInstructions } from "@toolcourt/sdk/rules";
import { describe, expect, it } from "vitest";

const poisoned = textsOf("poisoned-wordings.json");
const honest = textsOf("honest-wordings.json");

// Written for this project, in the ways that attackers are known to write: overt, in the tone of a
// company, and subtle. Some of them no reader would flag without knowing the other tools.
describe("wordings of our own", () => {
  it("are flagged where they instruct a model, three of five at least", () => {
    const flagged = poisoned.filter((text) => isFlagged(text));

    expect(flagged.length / poisoned.length).toBeGreaterThan(0.6);
  });

  it.each(honest)("are left alone where they describe a tool: %s", (text) => {
    expect(isFlagged(text)).toBe(false);
  });
});

function isFlagged(text: string): boolean {
  return scoreInstructions(text).points >= instructionThreshold;
}

function textsOf(file: string): readonly string[] {
  const value = parseJson(readFileSync(join(import.meta.dirname, file), "utf8"));
  return isJsonArray(value) ? value.filter((each) => typeof each === "string") : [];
}
