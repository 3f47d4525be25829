import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createThrottle } from "./throttle.ts";

function setUp() {
  const clock = createFakeClock();
  const notified: number[] = [];
  return { clock, notified, say: createThrottle(clock, () => notified.push(clock.monotonic())) };
}

describe("createCalm", () => {
  it("passes the first signal on at once", () => {
    const { notified, say } = setUp();

    say();

    expect(notified).toHaveLength(1);
  });

  it("passes a burst on once more after a pause", async () => {
    const { clock, notified, say } = setUp();
    for (let word = 0; word < 10_000; word += 1) say();
    expect(notified).toHaveLength(1);

    await clock.advance(1_000);

    expect(notified).toHaveLength(2);
  });

  it("passes a signal on at once again after silence", async () => {
    const { clock, notified, say } = setUp();
    say();
    await clock.advance(1_000);

    say();

    expect(notified).toHaveLength(2);
  });

  it("passes on four signals a second under constant load", async () => {
    const { clock, notified, say } = setUp();
    for (let at = 0; at < 1_000; at += 50) {
      say();
      await clock.advance(50);
    }

    expect(notified.length).toBeLessThanOrEqual(5);
  });
});
