import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createPace } from "./pace.ts";

describe("createPace", () => {
  it("passes no more than its limit in any second", async () => {
    const clock = createFakeClock();
    const pace = createPace(clock, 2);
    const passed: number[] = [];
    for (let ms = 0; ms < 2_000; ms += 100) {
      if (pace()) passed.push(ms);
      await clock.advance(100);
    }

    expect(passed).toEqual([0, 100, 1_000, 1_100]);
  });
});
