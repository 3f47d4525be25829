import { describe, expect, it } from "vitest";
import { createFakeClock } from "./fake-clock.ts";

describe("createFakeClock", () => {
  it("stands still until it is moved", async () => {
    const clock = createFakeClock(1_000);
    await clock.advance(250);

    expect({ now: clock.now(), monotonic: clock.monotonic() }).toEqual({
      now: 1_250,
      monotonic: 250,
    });
  });

  it("wakes sleepers in the order of their deadlines", async () => {
    const clock = createFakeClock();
    const woken: number[] = [];
    for (const ms of [30, 10, 20]) void clock.sleep(ms).then(() => woken.push(ms));

    await clock.advance(25);

    expect(woken).toEqual([10, 20]);
  });

  it("wakes sleepers that were added while time moved", async () => {
    const clock = createFakeClock();
    let woken = 0;
    const sleepTwice = async (): Promise<void> => {
      await clock.sleep(10);
      await clock.sleep(10);
      woken = clock.monotonic();
    };
    const twice = sleepTwice();

    await clock.advance(100);
    await twice;

    expect(woken).toBe(20);
  });

  it("rejects with the reason when the signal aborts", async () => {
    const clock = createFakeClock();
    const leaving = new AbortController();
    const sleep = clock.sleep(10, leaving.signal);
    leaving.abort(new Error("gone"));

    await expect(sleep).rejects.toThrow("gone");
    await expect(clock.sleep(10, leaving.signal)).rejects.toThrow("gone");
  });

  it("reports when a sleeper exists", async () => {
    const clock = createFakeClock();
    const sleeping = clock.untilSleeping();
    void clock.sleep(10);

    await expect(sleeping).resolves.toBeUndefined();
    await expect(clock.untilSleeping()).resolves.toBeUndefined();
  });
});
