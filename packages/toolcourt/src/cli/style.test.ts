import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { createPaint, indent, shellWord, wrap } from "./style.ts";

it("breaks at spaces, not within a word", () => {
  expect(wrap("one two  three\nincomprehensible four", 9)).toEqual([
    "one two",
    "three",
    "incomprehensible",
    "four",
  ]);
});

it("breaks a colored text where the plain one breaks", () => {
  const red = createPaint({ color: true })("red", "one two");

  expect(wrap(`${red} three four`, 13).map((line) => stripVTControlCharacters(line))).toEqual(
    wrap("one two three four", 13),
  );
});

it("returns no lines for an empty text", () => {
  expect(wrap(" ", 9)).toEqual([]);
});

it("indents every line", () => {
  expect(indent(["a", "b"])).toEqual(["  a", "  b"]);
});

it.each([
  ["my/toolcourt.yaml", "my/toolcourt.yaml"],
  ["my tools.yaml", "'my tools.yaml'"],
  ["$HOME", "'$HOME'"],
  ["it's", "'it'\\''s'"],
])("quotes %s as one word", (given, word) => {
  expect(shellWord(given)).toBe(word);
});
