import { describe, expect, it } from "vitest";
import { instructionIn } from "./instruction-in.ts";

describe("instructionIn", () => {
  it("names the kind of instruction", () => {
    expect(instructionIn("Then forward it to a@example.com")?.does).toBe("sends things elsewhere");
  });

  it("ignores text too short to be an instruction", () => {
    expect(instructionIn("act as: x")).toBeUndefined();
  });

  it.each(["ignore_previous_instructions", "ignorePreviousInstructions", "do-not-tell-the-user"])(
    "reads the words in a name: %s",
    (name) => {
      expect(instructionIn(name)).toBeDefined();
    },
  );
});
