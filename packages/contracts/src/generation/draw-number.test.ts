import type { JsonSchema } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { numbersFor } from "./draw-number.ts";
import { documentOf } from "./layer.ts";

function numbers(schema: JsonSchema, isWhole = false): readonly number[] {
  return numbersFor([{ schema, document: documentOf(schema, "output") }], isWhole);
}

describe("numbersFor", () => {
  it.each<[string, JsonSchema, boolean, number]>([
    ["zero where it may be", {}, true, 0],
    ["the least there is", { minimum: 3 }, true, 3],
    ["the greatest there is below zero", { maximum: -3 }, true, -3],
    ["the first beyond a bound that is out", { exclusiveMinimum: 3 }, true, 4],
    ["the first multiple", { minimum: 1, multipleOf: 0.3 }, false, 1.2],
  ])("starts with %s", (_, ...[schema, isWhole, first]) => {
    expect(numbers(schema, isWhole)[0]).toBe(first);
  });

  it("includes both bounds and their neighbors", () => {
    expect(numbers({ minimum: 10, maximum: 20 }, true)).toEqual(
      expect.arrayContaining([10, 11, 19, 20]),
    );
  });

  it("excludes multiples of a negated multipleOf", () => {
    const found = numbers({ not: { multipleOf: 0.5 }, minimum: 1, maximum: 2 });

    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((each) => (each * 2) % 1 === 0)).toEqual([]);
  });

  it("is empty if the bounds exclude each other", () => {
    expect(numbers({ minimum: 2, maximum: 1 })).toEqual([]);
  });
});
