import { describe, expect, it } from "vitest";
import { judge, type Sample, slopeOf } from "./judge.ts";

const allowance = { share: 0.02, least: 0 };

/** A series of 20 minutes with a sample every 10 seconds. The wobble is the same in every run. */
function series(valueAt: (hours: number, wobble: number) => number): readonly Sample[] {
  return Array.from({ length: 121 }, (_, index) => {
    const hours = index / 360;
    return { hours, value: valueAt(hours, Math.sin(index * 12.9898) * Math.cos(index * 4.1414)) };
  });
}

describe("slopeOf", () => {
  it("finds the slope of a line exactly", () => {
    const { perHour, low, high } = slopeOf(series((hours) => 100 + 30 * hours));

    expect(perHour).toBeCloseTo(30);
    expect(high - low).toBeCloseTo(0);
  });

  it("has the interval of the textbook", () => {
    // Anscombe's first set: slope 0.5001 with a standard error of 0.1179, and t = 2.262 for 9.
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    const { perHour, high } = slopeOf(x.map((hours, at) => ({ hours, value: y[at] ?? 0 })));

    expect(perHour).toBeCloseTo(0.5001, 4);
    expect(high - perHour).toBeCloseTo(2.262 * 0.1179, 2);
  });
});

describe("judge", () => {
  it.each([
    ["a constant", series(() => 100)],
    ["noise", series((_, wobble) => 100 + 20 * wobble)],
    ["a warm-up that ends", series((hours, wobble) => 100 + 900 * Math.min(hours, 0.1) + wobble)],
    ["a fall", series((hours) => 100 - 60 * hours)],
    ["a rise within the allowance", series((hours) => 100 + 6 * hours)],
    ["a saw", series((hours) => 100 + ((hours * 360) % 7))],
  ])("finds %s flat", (_, samples) => {
    expect(judge("memory", samples, allowance)).toMatchObject({ isFlat: true });
  });

  it.each([
    ["a leak of 5 % in the judged half", series((hours) => 100 + 30 * hours)],
    ["the same leak under noise", series((hours, wobble) => 100 + 30 * hours + 2 * wobble)],
    ["a leak that begins late", series((hours) => 100 + 300 * Math.max(0, hours - 0.25))],
  ])("finds %s", (_, samples) => {
    expect(judge("memory", samples, allowance)).toMatchObject({ isFlat: false });
  });

  it("allows a few descriptors more, whatever their number", () => {
    const samples = series((hours) => 20 + 6 * hours);

    expect(judge("descriptors", samples, { share: 0.02, least: 3 })).toMatchObject({
      isFlat: true,
    });
    expect(judge("descriptors", samples, allowance)).toMatchObject({ isFlat: false });
  });

  it("refuses to judge a few samples", () => {
    expect(() => judge("memory", series(() => 1).slice(0, 10), allowance)).toThrow("too few");
  });
});
