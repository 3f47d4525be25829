import { describe, expect, it } from "vitest";
import { beginsWithVerb } from "./verbs.ts";

describe("a name begins with a verb", () => {
  it.each(["get card", "find or create card", "undo delete card", "process payment"])(
    "when the verb is a common one: %s",
    (name) => {
      expect(beginsWithVerb(name.split(" "))).toBe(true);
    },
  );

  it.each([
    "amortize loan",
    "comment issue",
    "mention person",
    "focus window",
    "bring cart",
    "bias scale",
  ])("when nothing speaks against an unusual one: %s", (name) => {
    expect(beginsWithVerb(name.split(" "))).toBe(true);
  });

  it.each([
    "user details",
    "cards list",
    "deployment status",
    "translation text",
    "availability check",
    "pricing table",
    "github create issue",
    "creates card",
  ])("but not: %s", (name) => {
    expect(beginsWithVerb(name.split(" "))).toBe(false);
  });

  it("needs a word to begin with", () => {
    expect(beginsWithVerb([])).toBe(true);
  });
});
