import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaPrivilegeWords } from "./privilege-words.ts";

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
