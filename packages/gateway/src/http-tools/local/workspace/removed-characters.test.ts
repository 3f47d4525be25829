import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CleanText, removeHidden } from "./removed-characters.ts";

/** Puts every run back at its place. */
function restored({ text, removed }: CleanText): string {
  const kept = Array.from(text);
  for (const { at, characters } of removed.toReversed()) {
    const codes = characters.map((code) =>
      String.fromCodePoint(Number.parseInt(code.slice(2), 16)),
    );
    kept.splice(at, 0, ...codes);
  }
  return kept.join("");
}

describe("removeHidden", () => {
  it("says which characters were taken out, and where", () => {
    expect(removeHidden("a😀\u200b\u202eb\u200b")).toEqual({
      text: "a😀b",
      removed: [
        { at: 2, characters: ["U+200B", "U+202E"] },
        { at: 3, characters: ["U+200B"] },
      ],
    });
  });

  it("removes nothing from ordinary text", () => {
    expect(removeHidden("plain\r\n\tétude 👩‍💻")).toEqual({
      text: "plain\r\n\tétude 👩‍💻",
      removed: [],
    });
  });

  it("gives enough to restore every text exactly", () => {
    const pieces = fc.constantFrom(
      "a",
      "[",
      "m",
      "\u001b[31m",
      "\u200b",
      "\u200d",
      "👩",
      "\r",
      "\n",
    );
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces).map((all) => all.join("")),
    );

    fc.assert(
      fc.property(texts, (text) => {
        expect(restored(removeHidden(text))).toBe(text);
      }),
    );
  });
});
