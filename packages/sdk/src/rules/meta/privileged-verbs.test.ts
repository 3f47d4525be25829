import { describe, expect, it } from "vitest";
import { claimsPrivilege, namesPrivilege } from "./privileged-verbs.ts";

describe("a description claims privilege", () => {
  it.each([
    "Delete a card.",
    "Deletes the card with this id.",
    "Permanently remove a card",
    "Pushes the branch.",
    "Modifies the deck.",
    "Reads the message and deletes it.",
    "Returns the letter. Sends a copy to the archive.",
  ])("when it says %j", (text) => {
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
  ])("but not when it says %j", (text) => {
    expect(claimsPrivilege(text)).toBe(false);
  });

  it("is decided at once, however long the text", () => {
    expect(claimsPrivilege("and ".repeat(100_000))).toBe(false);
  });
});

describe("a name claims privilege", () => {
  it.each(["delete card", "github create issue", "post message"])("as in %s", (name) => {
    expect(namesPrivilege(name.split(" "))).toBe(true);
  });

  it.each(["get delete history", "list updates", "blog post titles", ""])(
    "but not in %j",
    (name) => {
      expect(namesPrivilege(name.split(" "))).toBe(false);
    },
  );
});
