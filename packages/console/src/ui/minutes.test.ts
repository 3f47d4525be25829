import { describe, expect, it } from "vitest";
import { axisEnd, linesOf, minutesOf } from "./minutes.ts";

const now = 3_600_000 * 10 + 30_000;

describe("minutes", () => {
  it("sum the buckets of an hour", () => {
    const bucket = { count: 4, refused: 1, failed: 2, p50: 3, p95: 9 };
    const minutes = minutesOf(
      [
        { ...bucket, at: now - 30_000 },
        { ...bucket, at: now - 10_000, p95: 20, p50: null },
        { ...bucket, at: now - 3_700_000 },
      ],
      now,
    );

    expect(minutes).toHaveLength(60);
    expect(minutes.at(-1)).toMatchObject({ count: 8, refused: 2, failed: 4, p50: 3, p95: 20 });
    expect(minutes[0]).toMatchObject({ count: 0, p95: null });
  });

  it("interrupt a line where nothing was called", () => {
    const minute = { at: 0, count: 1, refused: 0, failed: 0, p50: null, p95: 50 };
    const lines = linesOf([minute, { ...minute, p95: null }, minute], "p95", 100);

    expect(lines).toEqual(["1,50.00 9,50.00", "21,50.00 29,50.00"]);
  });

  it.each([
    [0, 1],
    [7, 8],
    [77, 80],
    [120, 150],
    [1_000, 1_000],
  ])("end an axis for %d at %d", (highest, end) => {
    expect(axisEnd(highest)).toBe(end);
  });
});
