import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaPrivilegeWords } from "./privilege-words.ts";

const readOnly = { annotations: { readOnlyHint: true } };

describe("meta/privilege-words", () => {
  it("points at the name and at the description, each for itself", () => {
    const found = remarks(metaPrivilegeWords, {
      name: "deleteCard",
      description: "Deletes one card.",
      asReceived: readOnly,
      terms: {},
    });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/name", "/description"]);
  });

  it("says nothing about tools that claim nothing", () => {
    const silent = { name: "delete-card", description: "Deletes one card.", terms: {} };

    expect(remarks(metaPrivilegeWords, { ...silent, asReceived: {} })).toEqual([]);
  });

  it("lets a tool that generates write", () => {
    const terms = { category: "generation" } as const;

    expect(remarks(metaPrivilegeWords, { name: "write-summary", terms, asReceived: {} })).toEqual(
      [],
    );
  });

  it("never decides alone whether a tool runs", () => {
    expect(Object.values(metaPrivilegeWords.severity)).not.toContain("error");
  });
});
