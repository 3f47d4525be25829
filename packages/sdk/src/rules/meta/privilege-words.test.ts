import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { claimsPrivilege, metaPrivilegeWords, namesPrivilege } from "./privilege-words.ts";

const readOnly = { annotations: { readOnlyHint: true } };

describe("meta/privilege-words", () => {
  it("reports the name and the description separately", () => {
    const found = remarks(metaPrivilegeWords, {
      name: "deleteCard",
      description: "Deletes one card.",
      asReceived: readOnly,
      terms: {},
    });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/name", "/description"]);
  });

  it("reports nothing for tools that claim no privilege", () => {
    const silent = { name: "delete-card", description: "Deletes one card.", terms: {} };

    expect(remarks(metaPrivilegeWords, { ...silent, asReceived: {} })).toEqual([]);
  });

  it("allows write in the name of a generation tool", () => {
    const terms = { category: "generation" } as const;

    expect(remarks(metaPrivilegeWords, { name: "write-summary", terms, asReceived: {} })).toEqual(
      [],
    );
  });

  it("is never an error in any profile", () => {
    expect(Object.values(metaPrivilegeWords.severity)).not.toContain("error");
  });
});

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
