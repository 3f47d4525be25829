import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { beginsWithVerb, metaNameKebabVerbNoun } from "./name-kebab-verb-noun.ts";

function found(name: string) {
  return remarks(metaNameKebabVerbNoun, { name });
}

describe("meta/name-kebab-verb-noun", () => {
  it.each(["review-next-card", "search-decks", "adjust-difficulty", "get-2fa-status", "ping-host"])(
    "accepts %s",
    (name) => {
      expect(found(name)).toEqual([]);
    },
  );

  it.each(["Get-Card", "get--card", "-get-card", "get-card-", "get card", "2fa-reset", "get-cärd"])(
    "does not accept %j as kebab case",
    (name) => {
      expect(found(name)).toHaveLength(1);
    },
  );

  it("requires a noun beside the verb and the version", () => {
    expect(found("create-v2")).toHaveLength(1);
  });

  it("leaves a missing name to another rule", () => {
    expect(found("")).toEqual([]);
  });

  it("is fast, however long the name", () => {
    expect(found(`${"a-".repeat(50_000)}!`)).toHaveLength(1);
  });

  it("applies in no other profile", () => {
    expect(Object.keys(metaNameKebabVerbNoun.severity)).toEqual(["agent-hints"]);
  });
});

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
