import { noAbort } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { PageQuota } from "./page-quota.ts";

const headers = { remaining: "x-left", resetsAfter: "x-resets" };

function setUp(endsAt: number | undefined, signal: AbortSignal = noAbort) {
  const clock = createFakeClock();
  const slept: number[] = [];
  const sleep = async (ms: number, ending?: AbortSignal): Promise<void> => {
    ending?.throwIfAborted();
    slept.push(ms);
  };
  const start = clock.monotonic();
  const quota = new PageQuota({
    clock: { monotonic: clock.monotonic, sleep },
    headers,
    endsAt: endsAt === undefined ? undefined : start + endsAt,
    signal,
  });
  return { quota, slept };
}

describe("PageQuota", () => {
  it("lets the next page pass at once while something is left", async () => {
    const { quota, slept } = setUp(60_000);
    quota.reported({ "x-left": "3", "x-resets": "00:00:05" });

    expect(await quota.allowsNext()).toBe(true);
    expect(slept).toEqual([]);
  });

  it("waits until a used up quota is full again", async () => {
    const { quota, slept } = setUp(60_000);
    quota.reported({ "x-left": "0", "x-resets": "00:00:05" });

    expect(await quota.allowsNext()).toBe(true);
    expect(slept).toEqual([5_000]);
    expect(quota.ending).toBeUndefined();
  });

  it("forgets a quota that the next answer does not report as used up", async () => {
    const { quota, slept } = setUp(60_000);
    quota.reported({ "x-left": "0", "x-resets": "00:00:05" });
    quota.reported({ "x-left": "14", "x-resets": "00:00:05" });

    expect(await quota.allowsNext()).toBe(true);
    expect(slept).toEqual([]);
  });

  it.each([
    [6_000, true],
    [5_999, false],
    [undefined, false],
  ])("with %s ms left of the call waits five seconds: %s", async (endsAt, waits) => {
    const { quota, slept } = setUp(endsAt);
    quota.reported({ "x-left": "0", "x-resets": "00:00:05" });

    expect(await quota.allowsNext()).toBe(waits);
    expect(slept).toHaveLength(waits ? 1 : 0);
    expect(quota.ending).toBe(waits ? undefined : "The target's quota is used up for another 5 s.");
  });

  it("does not guess how long a used up quota lasts", async () => {
    const { quota } = setUp(60_000);
    quota.reported({ "x-left": "0" });

    expect(await quota.allowsNext()).toBe(false);
    expect(quota.ending).toBe("The target's quota is used up.");
  });

  it("ends its wait with the call", async () => {
    const { quota } = setUp(60_000, AbortSignal.abort(new Error("over")));
    quota.reported({ "x-left": "0", "x-resets": "5" });

    await expect(quota.allowsNext()).rejects.toThrow("over");
  });
});
