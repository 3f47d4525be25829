import { describe, expect, it } from "vitest";
import { beginsWithVerb } from "./verbs.ts";

describe("beginsWithVerb", () => {
  it.each(["get card", "find or create card", "undo delete card", "process payment"])(
    "accepts a common verb: %s",
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
  ])("accepts an unusual verb without counterevidence: %s", (name) => {
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
  ])("rejects %s", (name) => {
    expect(beginsWithVerb(name.split(" "))).toBe(false);
  });

  it("rejects an empty name", () => {
    expect(beginsWithVerb([])).toBe(true);
  });
});
