import { describe, expect, it } from "vitest";
import type { LimitStore } from "../limit-store.ts";
import { many } from "./builders.ts";
import type { TimedSuiteStore } from "./suite-store.ts";

type Open = () => Promise<TimedSuiteStore<LimitStore>>;

/**
 * Tests the contract of every limit store. Windows that must outlast a test take a minute.
 *
 * @example
 * ```ts
 * declare function createStore(now: () => number): LimitStore;
 * describeLimitStore(async () => {
 *   const clock = createFakeClock();
 *   const store = createStore(clock.now);
 *   const pass = async (ms: number) => clock.advance(ms);
 *   return { first: store, second: store, pass, [Symbol.asyncDispose]: async () => undefined };
 * });
 * ```
 */
export function describeLimitStore(open: Open): void {
  describe("a limit store", () => {
    describeWindows(open);
    describeSlots(open);
  });
}

const minute = 60_000;

function describeWindows(open: Open): void {
  it("grants units until the window is used up, across all processes", async () => {
    await using handles = await open();
    const asked = { wanted: 4, max: 10, windowMs: minute };

    const granted = [
      await handles.first.take("k", asked),
      await handles.second.take("k", asked),
      await handles.first.take("k", asked),
      await handles.second.take("k", asked),
    ];

    expect(granted.map((each) => each.granted)).toEqual([4, 4, 2, 0]);
  });

  it("returns the time until the window ends", async () => {
    await using handles = await open();

    const { endsInMs } = await handles.first.take("k", { wanted: 1, max: 1, windowMs: minute });
    const later = await handles.first.take("k", { wanted: 1, max: 1, windowMs: minute });

    expect(endsInMs).toBeGreaterThan(minute / 2);
    expect(endsInMs).toBeLessThanOrEqual(minute);
    expect(later.endsInMs).toBeLessThanOrEqual(endsInMs);
    expect(later.endsInMs).toBeGreaterThan(0);
  });

  it("grants again in the next window", async () => {
    await using handles = await open();
    const asked = { wanted: 5, max: 5, windowMs: 40 };
    await handles.first.take("k", asked);

    await handles.pass(45);

    expect(await handles.second.take("k", asked)).toMatchObject({ granted: 5 });
  });

  it("counts each key separately", async () => {
    await using handles = await open();
    const asked = { wanted: 1, max: 1, windowMs: minute };
    await handles.first.take("k", asked);

    expect(await handles.first.take("k2", asked)).toMatchObject({ granted: 1 });
    expect(await handles.first.take("k*", asked)).toMatchObject({ granted: 1 });
  });

  it("never grants more than the limit to concurrent takers", async () => {
    await using handles = await open();

    const granted = await Promise.all(
      many(100, "").map((_, index) =>
        (index % 2 === 0 ? handles.first : handles.second).take("k", {
          wanted: 3,
          max: 100,
          windowMs: minute,
        }),
      ),
    );

    expect(granted.reduce((sum, each) => sum + each.granted, 0)).toBe(100);
  });
}

function describeSlots(open: Open): void {
  const lasting = { max: 2, leaseMs: minute };

  it("grants as many slots as there are, across all processes", async () => {
    await using handles = await open();

    const holders = many(50, "holder ");
    const entered = await Promise.all(
      holders.map((holder, index) =>
        (index % 2 === 0 ? handles.first : handles.second).enter("k", { holder, ...lasting }),
      ),
    );

    expect(entered.filter(Boolean)).toHaveLength(2);
  });

  it("gives a freed slot to the next holder", async () => {
    await using handles = await open();
    await handles.first.enter("k", { holder: "a", ...lasting });
    await handles.first.enter("k", { holder: "b", ...lasting });
    const before = await handles.second.enter("k", { holder: "c", ...lasting });

    await handles.first.leave("k", "a");

    expect(before).toBe(false);
    expect(await handles.second.enter("k", { holder: "c", ...lasting })).toBe(true);
  });

  it("lets a holder renew its slot without taking a second one", async () => {
    await using handles = await open();
    await handles.first.enter("k", { holder: "a", ...lasting });

    expect(await handles.second.enter("k", { holder: "a", ...lasting })).toBe(true);
    expect(await handles.second.enter("k", { holder: "b", ...lasting })).toBe(true);
    expect(await handles.second.enter("k", { holder: "a", ...lasting })).toBe(true);
    expect(await handles.second.enter("k", { holder: "c", ...lasting })).toBe(false);
  });

  it("frees the slot of a holder whose lease ran out", async () => {
    await using handles = await open();
    await handles.first.enter("k", { holder: "a", max: 1, leaseMs: 40 });

    await handles.pass(45);

    expect(await handles.second.enter("k", { holder: "b", max: 1, leaseMs: 40 })).toBe(true);
  });

  it("ignores a leave without an enter", async () => {
    await using handles = await open();
    await handles.first.enter("k", { holder: "a", max: 1, leaseMs: minute });

    await handles.second.leave("k", "stranger");

    expect(await handles.second.enter("k", { holder: "b", max: 1, leaseMs: minute })).toBe(false);
  });
}
