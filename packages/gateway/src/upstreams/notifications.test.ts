import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createRate, isAtLeast } from "./notifications.ts";

describe("createRate", () => {
  it("passes no more than its limit in any second", async () => {
    const clock = createFakeClock();
    const pace = createRate(clock, 2);
    const passed: number[] = [];
    for (let ms = 0; ms < 2_000; ms += 100) {
      if (pace()) passed.push(ms);
      await clock.advance(100);
    }

    expect(passed).toEqual([0, 100, 1_000, 1_100]);
  });
});

describe("isAtLeast", () => {
  it.each([
    { level: "error", wanted: "warning", received: true },
    { level: "warning", wanted: "warning", received: true },
    { level: "info", wanted: "warning", received: false },
    { level: "loud", wanted: "debug", received: false },
    { level: "error", wanted: "loud", received: false },
  ])("$level for a caller that wants $wanted: $heard", ({ level, wanted, received }) => {
    expect(isAtLeast(level, wanted)).toBe(received);
  });
});
