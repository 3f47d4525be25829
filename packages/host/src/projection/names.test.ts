import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { functionNames, projectNames } from "./names.ts";

const strange = functionNames;

describe("projectNames", () => {
  it("returns valid, distinct names and restores the originals", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.oneof(
            fc.string({ unit: fc.constantFrom("a", "_", "-", ".", " ", "\u200b", "é", "😀") }),
            fc.constantFrom("a", "a.", "a/", "a b", "a_b", "_", "", "x".repeat(64), "x".repeat(65)),
          ),
          { maxLength: 8 },
        ),
        (names) => {
          const shown = projectNames(names, { strange, reserved: ["a"] });

          expect([...shown.keys()].toSorted()).toEqual(names.toSorted());
          expect(new Set(shown.values()).size).toBe(names.length);
          for (const name of shown.values()) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          expect([...shown.values()]).not.toContain("a");
        },
      ),
    );
  });

  it("keeps valid names unchanged, in any order", () => {
    const shown = projectNames(["get.file", "get_file"], { strange });

    expect(Object.fromEntries(shown)).toEqual({ "get.file": "get_file_2", get_file: "get_file" });
  });

  it("drops invisible characters", () => {
    const shown = projectNames(["get\u200b_file", "get_file"], { strange });

    expect(shown.get("get\u200b_file")).toBe("get_file_2");
  });
});
