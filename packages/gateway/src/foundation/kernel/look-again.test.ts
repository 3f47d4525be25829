import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { lookAgain } from "./look-again.ts";

describe("lookAgain", () => {
  it("looks before it gives itself back, and then in turns", async () => {
    const clock = createFakeClock();
    let looks = 0;
    await using _ = await lookAgain({
      clock,
      everyMs: 1_000,
      look: async () => void (looks += 1),
    });
    const first = looks;

    await clock.advance(2_000);

    expect([first, looks]).toEqual([1, 3]);
  });

  it("throws where the first look fails, and goes on where a later one does", async () => {
    const clock = createFakeClock();
    let looks = 0;
    const look = async (): Promise<void> => {
      looks += 1;
      if (looks === 2) throw new Error("away");
    };
    const failing = lookAgain({
      clock,
      everyMs: 1_000,
      look: () => Promise.reject(new Error("no")),
    });
    await expect(failing).rejects.toThrow("no");

    await using _ = await lookAgain({ clock, everyMs: 1_000, look });
    await clock.advance(2_000);

    expect(looks).toBe(3);
  });

  it("looks now when it is asked to", async () => {
    let looks = 0;
    const look = async (): Promise<void> => void (looks += 1);
    await using looking = await lookAgain({ clock: createFakeClock(), everyMs: 1_000, look });

    await looking.now();

    expect(looks).toBe(2);
  });

  it("ends with a signal, and does not look again", async () => {
    const clock = createFakeClock();
    let looks = 0;
    let seen: AbortSignal | undefined;
    const looking = await lookAgain({
      clock,
      everyMs: 1_000,
      look: async (signal) => {
        seen = signal;
        looks += 1;
      },
    });

    await looking[Symbol.asyncDispose]();
    await clock.advance(5_000);

    expect(seen?.aborted).toBe(true);
    expect(looks).toBe(1);
  });
});
