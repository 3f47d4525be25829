import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hiddenCharacter, withoutHiddenCharacters } from "./hidden-characters.ts";

describe("hiddenCharacter", () => {
  it("returns the first one without an honest use", () => {
    expect(hiddenCharacter("می\u200cخواهم a\u00adb\u200bc")).toEqual({
      code: "U+00AD",
      kind: "soft hyphen",
    });
  });

  it("writes code points beyond the BMP in full", () => {
    expect(hiddenCharacter("a\u{e0061}")?.code).toBe("U+E0061");
  });

  it("returns undefined for text without any", () => {
    expect(hiddenCharacter("Adds two numbers.")).toBeUndefined();
  });
});

const tricky = fc.constantFrom(
  ...Array.from("\r\n\u001b[]m\u009b\u0007\u200c\u200d\u200b\ufe0f1#\u20e3aक\u094d"),
  "👩",
  "\u{1f3f4}",
  "\u{e0067}",
  "\ud83d",
  "\udc69",
);

describe("withoutHiddenCharacters", () => {
  it.each([
    ["a\u001b[31mred\u001b[0m", "ared", 2],
    ["\u001b]8;;https://example.com\u0007link\u001b]8;;\u001b\\", "link", 2],
    ["\u001b\u001b[8m[31m", "[31m", 2],
    ["Deletes\u202e gnihton\u202c", "Deletes gnihton", 2],
    ["one\rtwo\u0085three", "onetwothree", 2],
    ["a\u{e0061}\u{e0062}b", "ab", 2],
    ["half \ud800 pair", "half  pair", 1],
  ])("cleans %j", (given, text, removed) => {
    expect(withoutHiddenCharacters(given)).toEqual({ text, removed });
  });

  it.each([
    "First\r\n\tsecond",
    "می\u200cخواهم",
    "👩\u200d🔬",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ])("leaves %j unchanged", (given) => {
    expect(withoutHiddenCharacters(given)).toEqual({ text: given, removed: 0 });
  });

  it("leaves no character that hiddenCharacter would find", () => {
    fc.assert(
      fc.property(
        fc.array(tricky, { maxLength: 12 }).map((parts) => parts.join("")),
        (given) => {
          expect(hiddenCharacter(withoutHiddenCharacters(given).text)).toBeUndefined();
        },
      ),
    );
  });

  it.each(["\u009d", "\u001b]", "\u001b[1", "\u{1f3f4}\u{e0067}", "\u200d"])(
    "stays linear on many of %j",
    (part) => {
      expect(withoutHiddenCharacters(part.repeat(50_000)).removed).toBeGreaterThan(0);
    },
  );
});
