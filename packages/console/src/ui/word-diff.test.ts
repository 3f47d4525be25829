import { describe, expect, it } from "vitest";
import { diffWords, type Piece } from "./word-diff.ts";

/** Changed parts in brackets. */
function shown(pieces: readonly Piece[]): string {
  return pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("");
}

function both(was: string, now: string): readonly [string, string] {
  const diff = diffWords(was, now);
  return [shown(diff.was), shown(diff.now)];
}

describe("diffWords", () => {
  it.each([
    ["Reads a card.", "Reads a card.", "Reads a card.", "Reads a card."],
    ["Reads a card.", "Reads any card.", "Reads [a] card.", "Reads [any] card."],
    ["", "new", "", "[new]"],
    ["gone", "", "[gone]", ""],
    ["one two three", "zero one three four", "one [two ]three", "[zero ]one three[ four]"],
    ["a b a b", "b a", "[a ]b a[ b]", "b a"],
    ["cafe\u{301} ok", "cafe ok", "[cafe\u{301}] ok", "[cafe] ok"],
    ["😀 a", "😁 a", "[😀] a", "[😁] a"],
  ])("marks what differs between %j and %j", (...[was, now, left, right]) => {
    expect(both(was, now)).toEqual([left, right]);
  });

  it("keeps every character of both versions", () => {
    const [was, now] = ["x\n\u{202e}y \u{0}z", "x\n y \u{202e}z"];
    const diff = diffWords(was, now);

    expect(diff.was.map(({ text }) => text).join("")).toBe(was);
    expect(diff.now.map(({ text }) => text).join("")).toBe(now);
  });

  it("takes the middle of very long texts for changed, and is quick about it", () => {
    const [was, now] = [`same ${"a ".repeat(5_000)}end`, `same ${"b ".repeat(5_000)}end`];

    const diff = diffWords(was, now);

    expect(diff.was).toHaveLength(3);
    expect(diff.now[1]).toMatchObject({ isChanged: true });
  });
});
