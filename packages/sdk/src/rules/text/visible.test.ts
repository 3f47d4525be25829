import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { textVisible } from "./visible.ts";

const found = (description: string) => remarks(textVisible, { description });

describe("text/visible", () => {
  it("names the character by code point and kind", () => {
    expect(found("a\u200bb")).toEqual([
      {
        pointer: "/description",
        message: "Remove the hidden zero-width character U+200B from this text.",
      },
    ]);
  });

  it.each([
    ["control character", "\u0000"],
    ["control character", "\u0007"],
    ["control character", "\u007f"],
    ["control character", "\u009b"],
    ["control character", "\r"],
    ["direction control", "\u202e"],
    ["direction control", "\u2067"],
    ["direction control", "\u200f"],
    ["direction control", "\u061c"],
    ["zero-width character", "\u200b"],
    ["zero-width character", "\u200c"],
    ["zero-width character", "\u200d"],
    ["zero-width character", "\u2060"],
    ["zero-width character", "\u2064"],
    ["zero-width character", "\ufeff"],
    ["zero-width character", "\u034f"],
    ["zero-width character", "\u180e"],
    ["zero-width character", "\ufff9"],
    ["soft hyphen", "\u00ad"],
    ["filler", "\u115f"],
    ["filler", "\u3164"],
    ["filler", "\uffa0"],
    ["filler", "\u2800"],
    ["tag character", "\u{e0041}"],
    ["tag character", "\u{e0001}"],
    ["variation selector", "\ufe0f"],
    ["variation selector", "\u{e0100}"],
    ["private-use character", "\ue000"],
    ["private-use character", "\u{f0000}"],
    ["non-character", "\ufdd0"],
    ["non-character", "\uffff"],
    ["half of a surrogate pair", "\ud800"],
  ])("finds a %s inside a word: %j", (kind, character) => {
    expect(found(`ig${character}nore`).map(({ message }) => message)).toEqual([
      expect.stringContaining(kind),
    ]);
  });

  it.each([
    "Line one\n- item\r\n\t- item",
    "Price: 10\u00a0€",
    "می\u200cخواهم",
    "ශ්\u200dරී",
    "क्\u200dष",
    "👩\u200d🔬 👨🏽\u200d🚀 ❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈",
    "1\ufe0f\u20e3 ☀\ufe0f ☀\ufe0e",
    "葛\u{e0100}城",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "a\u0085b\u2028c",
  ])("accepts honest text: %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    "👩\u200dx",
    "x\u200d👩",
    "می\u200c\u200cخواهم",
    "می\u200cabc",
    "☀\ufe0f\ufe0f",
    "a\ufe00\ufe01",
    "葛\u{e0100}\u{e0101}",
    "🏴\u{e0067}\u{e0062}\u{e0078}\u{e007f}",
    "1\ufe0f2\ufe0f",
    "#\ufe0fx",
    "\ufeffstart",
    "\ufffcstart",
    "𓀀\u{13430}𓀀",
    "क्\u200d\u200d",
  ])("reports a hidden character beside an honest one: %j", (text) => {
    expect(found(text)).toHaveLength(1);
  });

  it.each([
    { name: "a\u200b" },
    { asReceived: { name: "a", annotations: { title: "\u202eb" } } },
    { output: { type: "object", properties: { a: { enum: ["\u0000"] } } } },
  ])("checks every text of a contract: %j", (example) => {
    expect(remarks(textVisible, example)).toHaveLength(1);
  });

  it.each([
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "🏴\u{e0067}",
    "a\u200d",
    "👩\u200d",
    "ක්\u200d",
    "☀\ufe0f",
  ])("scans 200 kB of %j in linear time", (unit) => {
    expect(found(unit.repeat(200_000 / unit.length)).length).toBeLessThanOrEqual(1);
  });
});
