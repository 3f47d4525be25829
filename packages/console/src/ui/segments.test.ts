import { describe, expect, it } from "vitest";
import { segmentsOf } from "./segments.ts";

const shown = (text: string): string =>
  segmentsOf(text)
    .map(({ text: part, isEscape }) => (isEscape ? `<${part}>` : part))
    .join("");

describe("a foreign text", () => {
  it.each([
    ["plain", "get_card", "get_card"],
    ["with a change of direction", "\u{202e}gpj.exe", String.raw`<\u{202e}>gpj.exe`],
    ["with a blank that cannot be seen", "pay\u{200b}ment", String.raw`pay<\u{200b}>ment`],
    ["with a letter of another script", "p\u{430}y", String.raw`p<\u{430}>y`],
    ["with a line break", "a\nb", String.raw`a<\n>b`],
    ["with letters of another language", "Zürich 東京", "Zürich 東京"],
    ["with quotes and backslashes", 'é "C:\\a"', 'é "C:\\a"'],
    ["that only looks escaped", "é \\u{202e}", "é \\u{202e}"],
    ["that is empty", "", ""],
  ])("%s is shown with marked escapes", (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});
