import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "./random.ts";

function draws(seed: number): readonly number[] {
  const { below } = createRandom(seed);
  return Array.from({ length: 10 }, () => below(1_000_000));
}

it("returns the same numbers for the same seed", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      expect(draws(seed)).toEqual(draws(seed));
    }),
  );
});

it("returns different numbers for another seed", () => {
  expect(draws(1)).not.toEqual(draws(2));
});

it("stays below its limit", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 1_000 }), (seed, limit) => {
      const drawn = createRandom(seed).below(limit);

      expect(drawn >= 0 && drawn < limit && Number.isInteger(drawn)).toBe(true);
    }),
  );
});
