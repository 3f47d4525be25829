import { describe, expect, it } from "vitest";
import { claimsPrivilege, namesPrivilege } from "./privileged-verbs.ts";

describe("claimsPrivilege", () => {
  it.each([
    "Delete a card.",
    "Deletes the card with this id.",
    "Permanently remove a card",
    "Pushes the branch.",
    "Modifies the deck.",
    "Reads the message and deletes it.",
    "Returns the letter. Sends a copy to the archive.",
  ])("finds a claim in %j", (text) => {
    expect(claimsPrivilege(text)).toBe(true);
  });

  it.each([
    "",
    "Returns the posts and updates of a person.",
    "Does not delete anything.",
    "Lists cards that were deleted.",
    "Returns the card. Send the id as text.",
    "Returns one card.\n\nArgs:\n  delete: whether to include deleted cards",
    "Execution plan of a statement.",
  ])("finds no claim in %j", (text) => {
    expect(claimsPrivilege(text)).toBe(false);
  });

  it("decides at once for text of any length", () => {
    expect(claimsPrivilege("and ".repeat(100_000))).toBe(false);
  });
});

describe("namesPrivilege", () => {
  it.each(["delete card", "github create issue", "post message"])("finds a claim in %s", (name) => {
    expect(namesPrivilege(name.split(" "))).toBe(true);
  });

  it.each(["get delete history", "list updates", "blog post titles", ""])(
    "finds no claim in %j",
    (name) => {
      expect(namesPrivilege(name.split(" "))).toBe(false);
    },
  );
});
