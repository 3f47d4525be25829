import { describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createClosingTime } from "./closing-time.ts";

function setUp() {
  const clock = createFakeClock();
  return { clock, closing: createClosingTime(clock) };
}

describe("closing time", () => {
  it("is over at once where nothing runs", async () => {
    const { closing } = setUp();

    await closing.close();

    expect(closing.isClosing()).toBe(true);
    expect(closing.signal.aborted).toBe(false);
  });

  it("waits for what runs, and aborts nothing that ends in time", async () => {
    const { clock, closing } = setUp();
    const run = closing.begin();
    const closed = closing.close();
    await clock.advance(3_999);

    closing.end(run);
    await closed;

    expect(run.signal.aborted).toBe(false);
  });

  it("aborts after four seconds what still runs", async () => {
    const { clock, closing } = setUp();
    const run = closing.begin();
    const closed = closing.close();

    await clock.advance(4_000);

    expect([run.signal.aborted, closing.signal.aborted]).toEqual([true, true]);
    closing.end(run);
    await expect(closed).resolves.toBeUndefined();
  });

  it("does not wait for what does not end even then", async () => {
    const { clock, closing } = setUp();
    closing.begin();
    const closed = closing.close();

    await clock.advance(4_500);

    await expect(closed).resolves.toBeUndefined();
    expect(clock.monotonic()).toBeLessThan(5_000);
  });
});
