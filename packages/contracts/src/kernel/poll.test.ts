import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { poll } from "./poll.ts";

describe("poll", () => {
  it("polls once before it returns, then periodically", async () => {
    const clock = createFakeClock();
    let looks = 0;
    await using _ = await poll({
      clock,
      everyMs: 1_000,
      look: async () => void (looks += 1),
    });
    const first = looks;

    await clock.advance(2_000);

    expect([first, looks]).toEqual([1, 3]);
  });

  it("throws if the first poll fails, and continues after later failures", async () => {
    const clock = createFakeClock();
    let looks = 0;
    const look = async (): Promise<void> => {
      looks += 1;
      if (looks === 2) throw new Error("away");
    };
    const failing = poll({
      clock,
      everyMs: 1_000,
      look: () => Promise.reject(new Error("no")),
    });
    await expect(failing).rejects.toThrow("no");

    await using _ = await poll({ clock, everyMs: 1_000, look });
    await clock.advance(2_000);

    expect(looks).toBe(3);
  });

  it("polls immediately on request", async () => {
    let looks = 0;
    const look = async (): Promise<void> => void (looks += 1);
    await using polling = await poll({ clock: createFakeClock(), everyMs: 1_000, look });

    await polling.now();

    expect(looks).toBe(2);
  });

  it("stops with its signal", async () => {
    const clock = createFakeClock();
    let looks = 0;
    let seen: AbortSignal | undefined;
    const polling = await poll({
      clock,
      everyMs: 1_000,
      look: async (signal) => {
        seen = signal;
        looks += 1;
      },
    });

    await polling[Symbol.asyncDispose]();
    await clock.advance(5_000);

    expect(seen?.aborted).toBe(true);
    expect(looks).toBe(1);
  });
});
