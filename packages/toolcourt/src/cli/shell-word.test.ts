import { expect, it } from "vitest";
import { shellWord } from "./shell-word.ts";

it.each([
  ["my/toolcourt.yaml", "my/toolcourt.yaml"],
  ["my tools.yaml", "'my tools.yaml'"],
  ["$HOME", "'$HOME'"],
  ["it's", "'it'\\''s'"],
])("quotes %s as one word", (given, word) => {
  expect(shellWord(given)).toBe(word);
});
