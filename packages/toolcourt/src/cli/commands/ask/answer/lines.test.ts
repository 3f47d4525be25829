import { assert, constantFrom, integer, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "./lines.ts";

describe("fold", () => {
  it("breaks at spaces, and within a word only if necessary", () => {
    expect(fold("one two three", 8)).toEqual(["one two", "three"]);
    expect(fold("abcdefghij k", 4)).toEqual(["abcd", "efgh", "ij k"]);
    expect(fold("", 4)).toEqual([""]);
  });

  it("keeps runs of spaces, because quotes are shown verbatim", () => {
    expect(fold("a   b", 10)).toEqual(["a   b"]);
  });

  it("counts wide characters as two columns", () => {
    expect(fold("日本語", 4)).toEqual(["日本", "語"]);
  });

  it("loses only spaces, and terminates, for any line", () => {
    const line = string({ unit: constantFrom("a", " ", "界", "b") });
    assert(
      property(line, integer({ min: 1, max: 12 }), (text, width) => {
        const folded = fold(text, width).join("");
        expect(folded.replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });
});
