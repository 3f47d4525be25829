import { describe, expect, it } from "vitest";
import { callsUntilSettled, figuresOf, percentile, type Slice } from "./figures.ts";

const slice = (cpuUs: number): Slice => ({ cpuUs, perSecond: 1_000, p50Ms: 1 });
const slices = (...costs: readonly number[]): readonly Slice[] => costs.map(slice);
const many = (count: number, cost: number): readonly Slice[] =>
  Array.from({ length: count }, () => slice(cost));

describe("percentile", () => {
  it("returns the value below which a share of the values lies", () => {
    expect(percentile([40, 10, 30, 20], 0.25)).toBe(20);
    expect(percentile([40, 10, 30, 20], 0)).toBe(10);
    expect(percentile([40, 10, 30, 20], 1)).toBe(40);
  });

  it("is no number without values", () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe("figuresOf", () => {
  it("leaves the warm-up out and is not moved by slices that a neighbor disturbed", () => {
    const own = slices(900, 900, 200, 210, 220, 800, 900, 205, 215, 1_000);
    const raw = slices(10, 10, 100, 101, 400, 100, 500, 100, 600, 100);
    const figures = figuresOf({ own, raw, warmRounds: 2, callsPerSlice: 400 }, 150);
    expect(figures).toMatchObject({ cpuUs: 210, timesRaw: 2.1, residentMb: 150 });
  });
});

describe("callsUntilSettled", () => {
  it("counts the calls to the end of the first window within 1.1 times the settled cost", () => {
    const own = [...many(10, 400), ...many(10, 215), ...many(20, 200)];
    const raw = many(40, 100);
    const settled = callsUntilSettled({ own, raw, warmRounds: 20, callsPerSlice: 500 });
    // The 25th percentile of five slices is the second cheapest: slices 8 to 12.
    expect(settled).toBe(6_000);
  });

  it("does not take a busy minute of the machine for a warm-up", () => {
    const own = [...many(10, 400), ...many(20, 200)];
    const raw = [...many(10, 200), ...many(20, 100)];
    expect(callsUntilSettled({ own, raw, warmRounds: 10, callsPerSlice: 500 })).toBe(2_500);
  });

  it("finds nothing if the cost still falls after the warm-up", () => {
    const own = [...many(10, 400), ...many(20, 200)];
    const raw = many(30, 100);
    const settled = callsUntilSettled({ own, raw, warmRounds: 10, callsPerSlice: 500 });
    expect(settled).toBeUndefined();
  });
});
