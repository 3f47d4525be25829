import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Random } from "../draw-deps.ts";
import { createPatternBook, matches, writePattern } from "./write-pattern.ts";

const patterns = [
  "^\\d{1,4}\\d{6,15}$",
  "^0x[a-fA-F0-9]{40}$",
  "^[1-9A-HJ-NP-Za-km-z]{55,60}$",
  "\\b\\d{1,3}\\.\\d{1,3}\\b",
  "^(a|bc)*(?:x|y)+?$",
  "^(?<year>\\d{4})-(0[1-9]|1[0-2])$",
  "^[^\\s\\d]{3}$",
  "^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$",
  "^\\p{Lu}\\p{Ll}*$",
  "^\\u0041\\x42\\cA\\u{1F600}\\uD83D\\uDE00$",
  "^.\\.\\*\\[\\]\\/$",
  "^[a\\-z\\]]+$",
  "^{}$",
  "",
];

it.each(patterns)("writes texts that match %s", (source) => {
  const pattern = createPatternBook()(source);

  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 8 }), (seed, stretch) => {
      const text = writePattern(pattern.tree, { random: new Random(seed), stretch, left: 1_000 });

      expect(text !== undefined && matches(pattern, text)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

it("writes nothing for a position that no character fits", () => {
  const { tree } = createPatternBook()("^[^\\s\\S]$");

  expect(writePattern(tree, { stretch: 0, left: 10 })).toBeUndefined();
});

it("gives up on a text that would be too long", () => {
  const { tree } = createPatternBook()("^(a{30}){30}$");

  expect(writePattern(tree, { stretch: 0, left: 100 })).toBeUndefined();
});
