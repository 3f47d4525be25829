import { describe, expect, it } from "vitest";
import { wordsIn } from "./stated-words.ts";

describe("what a caller states", () => {
  it("is a token, or a text that is only claimed", () => {
    expect(wordsIn("a.b.c")).toEqual({ kind: "signed", token: "a.b.c" });
    expect(wordsIn({ text: "hello" })).toEqual({ kind: "claimed", text: "hello" });
    expect(wordsIn({ kind: "typed", text: "hello" })).toEqual({ kind: "claimed", text: "hello" });
    expect([wordsIn(undefined), wordsIn(7), wordsIn({ text: 7 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
