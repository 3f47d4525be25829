import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { binOf, CallRing, type Tally } from "./call-ring.ts";

const start = Date.UTC(2026, 10, 1);

function setUp() {
  const clock = createFakeClock(start);
  const ring = new CallRing(clock);
  const note = ({ status, ms }: Pick<Tally, "status"> & { readonly ms: number }): void =>
    ring.add({ status, bin: binOf(ms), calls: 1 });
  return { clock, ring, note };
}

describe("the counts of the last hour", () => {
  it("are of ten seconds each, by outcome, from the first call on", async () => {
    const { clock, ring, note } = setUp();
    for (const status of ["answered", "asked", "failed", "refused"] as const) {
      note({ status, ms: 4 });
    }
    await clock.advance(20_000);
    note({ status: "answered", ms: 100 });

    const [first, empty, last, ...others] = ring.buckets();

    expect(first).toMatchObject({ at: start, count: 4, refused: 1, failed: 1 });
    expect(empty).toEqual({
      at: start + 10_000,
      count: 0,
      refused: 0,
      failed: 0,
      p50: null,
      p95: null,
    });
    expect(last).toMatchObject({ at: start + 20_000, count: 1 });
    expect(others).toEqual([]);
  });

  it("are empty without a call", () => {
    expect(setUp().ring.buckets()).toEqual([]);
  });

  it("forget what is older than an hour", async () => {
    const { clock, ring, note } = setUp();
    note({ status: "answered", ms: 1 });
    await clock.advance(3_600_000);
    const before = ring.buckets();
    note({ status: "answered", ms: 1 });

    expect(before).toEqual([]);
    expect(ring.buckets()).toHaveLength(1);
  });

  it.each([[0.2], [1], [7], [49], [350], [2_400], [61_000]])(
    "have a latency of %d ms within 12 percent",
    (ms) => {
      const { ring, note } = setUp();
      for (let count = 0; count < 20; count += 1) note({ status: "answered", ms });

      const [bucket] = ring.buckets();

      expect(Math.abs((bucket?.p50 ?? 0) - ms) / ms).toBeLessThan(0.125);
      expect(bucket?.p95).toBe(bucket?.p50);
    },
  );

  it("take any duration", () => {
    const { ring, note } = setUp();
    for (const ms of [0, -1, Number.NaN, 1e12]) note({ status: "answered", ms });

    expect(ring.buckets()[0]?.count).toBe(4);
  });
});
