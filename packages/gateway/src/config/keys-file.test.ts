import { describe, expect, it } from "vitest";
import { readKeysFile } from "./keys-file.ts";

const hash = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8";

function problemsOf(text: string): readonly string[] {
  const reading = readKeysFile(text, []);
  return reading.kind === "invalid" ? reading.problems : [];
}

describe("a keys file", () => {
  it.each([
    ["no end", `keys:\n  - { name: a, sha256: ${hash} }\n`, "3:1 The end is missing"],
    ["a key of YAML twice", "keys: []\nkeys: []\n...\n", "2:1 This key is given twice"],
    [
      "a misspelled key",
      `keys:\n  - { nmae: a, sha256: ${hash} }\n...\n`,
      "2:7 keys[0].nmae: There",
    ],
    [
      "one key under two names, whatever the case of its digits",
      `keys:\n  - { name: a, sha256: ${hash} }\n  - { name: b, sha256: ${hash.toUpperCase()} }\n...\n`,
      "3:24 keys[1].sha256: Another entry has the same sha256.",
    ],
  ])("is refused with the position of the mistake: %s", (_, text, problem) => {
    expect(problemsOf(text)).toContainEqual(expect.stringContaining(problem));
  });
});
