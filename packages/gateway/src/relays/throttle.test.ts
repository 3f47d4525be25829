import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createCalm } from "./throttle.ts";

function setUp() {
  const clock = createFakeClock();
  const told: number[] = [];
  return { clock, told, say: createCalm(clock, () => told.push(clock.monotonic())) };
}

describe("createCalm", () => {
  it("passes the first signal on at once", () => {
    const { told, say } = setUp();

    say();

    expect(told).toHaveLength(1);
  });

  it("passes a burst on once more after a pause", async () => {
    const { clock, told, say } = setUp();
    for (let word = 0; word < 10_000; word += 1) say();
    expect(told).toHaveLength(1);

    await clock.advance(1_000);

    expect(told).toHaveLength(2);
  });

  it("passes a signal on at once again after silence", async () => {
    const { clock, told, say } = setUp();
    say();
    await clock.advance(1_000);

    say();

    expect(told).toHaveLength(2);
  });

  it("passes on four signals a second under constant load", async () => {
    const { clock, told, say } = setUp();
    for (let at = 0; at < 1_000; at += 50) {
      say();
      await clock.advance(50);
    }

    expect(told.length).toBeLessThanOrEqual(5);
  });
});
