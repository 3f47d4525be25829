import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createChoices } from "./choices.ts";
import { createRandom } from "./random.ts";

it("tries every option once before repeating any", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 20 }), (seed, count) => {
      const choices = createChoices(createRandom(seed));
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
  const choices = createChoices(createRandom(1));
  const [first, second] = [{}, {}];
  choices.take(first, "branch", 0);

  expect(choices.order(first, "branch", 2)).toEqual([1, 0]);
  expect(choices.order(second, "branch", 1)).toEqual([0]);
  expect(choices.order(first, "length", 1)).toEqual([0]);
});
