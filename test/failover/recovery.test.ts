import { describe, expect, it } from "vitest";
import { type Attempt, recoveryAfter } from "./recovery.ts";

/** Calls every 10 ms that take 5 ms. Those that begin in the gap are not answered. */
function callsWithGap(gap: { readonly from: number; readonly to: number }): readonly Attempt[] {
  return Array.from({ length: 400 }, (_, i) => {
    const beganAt = i * 10;
    const isAnswered = beganAt < gap.from || beganAt >= gap.to;
    return { beganAt, endedAt: beganAt + 5, isAnswered };
  });
}

describe("recoveryAfter", () => {
  it("is immediate if all later calls are answered", () => {
    const attempts = callsWithGap({ from: 0, to: 0 });

    expect(recoveryAfter(1_000, attempts)).toEqual({ firstMs: 5, mostMs: 0 });
  });

  it("ends with a gap that is longer than one call in a hundred", () => {
    const attempts = callsWithGap({ from: 1_000, to: 2_000 });

    expect(recoveryAfter(1_000, attempts).firstMs).toBe(1_005);
    expect(recoveryAfter(1_000, attempts).mostMs).toBeGreaterThan(900);
    expect(recoveryAfter(1_000, attempts).mostMs).toBeLessThanOrEqual(1_000);
  });

  it("ignores calls that began before the kill", () => {
    const lost = { beganAt: 999, endedAt: 3_000, isAnswered: false };
    const attempts = [...callsWithGap({ from: 0, to: 0 }), lost];

    expect(recoveryAfter(1_000, attempts).mostMs).toBe(0);
  });

  it("never ends without an answer", () => {
    const attempts = callsWithGap({ from: 0, to: 10_000 });

    expect(recoveryAfter(1_000, attempts)).toEqual({ firstMs: Infinity, mostMs: Infinity });
  });
});
