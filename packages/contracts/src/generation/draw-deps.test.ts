import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Choices, Random } from "./draw-deps.ts";

it("tries every option once before repeating any", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 20 }), (seed, count) => {
      const choices = new Choices(new Random(seed));
      const owner = {};
      const taken = Array.from({ length: count }, () => {
        const [turn = -1] = choices.order(owner, "branch", count);
        choices.take(owner, "branch", turn);
        return turn;
      });

      expect(new Set(taken).size).toBe(count);
    }),
  );
});

it("counts options separately by owner and label", () => {
  const choices = new Choices(new Random(1));
  const [first, second] = [{}, {}];
  choices.take(first, "branch", 0);

  expect(choices.order(first, "branch", 2)).toEqual([1, 0]);
  expect(choices.order(second, "branch", 1)).toEqual([0]);
  expect(choices.order(first, "length", 1)).toEqual([0]);
});

function draws(seed: number): readonly number[] {
  const random = new Random(seed);
  const below = (limit: number): number => random.below(limit);
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
      const drawn = new Random(seed).below(limit);

      expect(drawn >= 0 && drawn < limit && Number.isInteger(drawn)).toBe(true);
    }),
  );
});
