import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { GracefulShutdown } from "./graceful-shutdown.ts";

function setUp() {
  const clock = createFakeClock();
  return { clock, closing: new GracefulShutdown(clock) };
}

describe("createClosingTime", () => {
  it("ends at once if nothing runs", async () => {
    const { closing } = setUp();

    await closing.close();

    expect(closing.isClosing()).toBe(true);
    expect(closing.signal.aborted).toBe(false);
  });

  it("waits for running work, and aborts nothing that ends in time", async () => {
    const { clock, closing } = setUp();
    const run = closing.begin();
    const closed = closing.close();
    await clock.advance(3_999);

    closing.end(run);
    await closed;

    expect(run.aborted).toBe(false);
  });

  it("aborts work still running after four seconds", async () => {
    const { clock, closing } = setUp();
    const run = closing.begin();
    const closed = closing.close();

    await clock.advance(4_000);

    expect([run.aborted, closing.signal.aborted]).toEqual([true, true]);
    closing.end(run);
    await expect(closed).resolves.toBeUndefined();
  });

  it("does not wait for work that ignores the abort", async () => {
    const { clock, closing } = setUp();
    closing.begin();
    const closed = closing.close();

    await clock.advance(4_500);

    await expect(closed).resolves.toBeUndefined();
    expect(clock.monotonic()).toBeLessThan(5_000);
  });
});
