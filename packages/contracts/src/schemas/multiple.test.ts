import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMultiple } from "./multiple.ts";

describe("isMultiple", () => {
  it.each([
    [1.13, 0.01],
    [0.07, 0.01],
    [4.35, 0.05],
    [0.0075, 0.0001],
    [1e308, 0.5],
    [-9, 3],
    [0, 0.3],
    [9_007_199_254_740_994, 2],
  ])("accepts %d as a multiple of %d", (value, divisor) => {
    expect(isMultiple(value, divisor)).toBe(true);
  });

  it.each([
    [0.007_51, 0.0001],
    [1.000_000_05, 1],
    [1e308, 0.123_456_789],
    [5e-324, 1],
    [7, 2],
    [0.35, 0.1],
  ])("rejects %d as a multiple of %d", (value, divisor) => {
    expect(isMultiple(value, divisor)).toBe(false);
  });

  it("accepts any whole number of cents", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        expect(isMultiple(Number(`${cents}e-2`), 0.01)).toBe(true);
        expect(isMultiple(Number(`${cents}.5e-2`), 0.01)).toBe(false);
      }),
    );
  });
});
