import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createMemoryHistories } from "../../stores/memory/histories.ts";
import { StoreError } from "../../stores/store-error.ts";
import { forgetHistories } from "./forget-histories.ts";

const hour = 60 * 60_000;
const day = 24 * hour;

/** Creates a store with histories whose last entries have these ages. Their first ones are older. */
async function setUp(ages: readonly number[]) {
  const clock = createFakeClock();
  const store = createMemoryHistories();
  for (const [index, age] of ages.entries()) {
    const at = clock.now() - age;
    await store.append(`h${index}`, { position: 1, at: at - 90 * day, body: "1" });
    await store.append(`h${index}`, { position: 2, at, body: "2" });
  }
  const logged: unknown[] = [];
  const log = (event: string, fields: object): void => void logged.push({ event, ...fields });
  const left = async (): Promise<readonly number[]> =>
    Promise.all(ages.map(async (_, index) => (await store.read(`h${index}`, 0, 9)).length));
  return { clock, store, logged, log, left };
}

describe("forgetHistories", () => {
  it("removes whole histories thirty days after their last entry, and no part of others", async () => {
    const { clock, store, logged, log, left } = await setUp([30 * day + 1, 30 * day, 0]);

    await using _ = forgetHistories({ store, clock, log });
    await clock.advance(0);
    const first = await left();
    await clock.advance(hour);

    expect([first, await left()]).toEqual([
      [0, 2, 2],
      [0, 0, 2],
    ]);
    expect(logged).toEqual([
      { event: "histories.pruned", histories: 1 },
      { event: "histories.pruned", histories: 1 },
    ]);
  });

  it("keeps them for a longer window", async () => {
    const { clock, store, logged, log, left } = await setUp([40 * day, 61 * day]);

    await using _ = forgetHistories({ store, clock, log, retainMs: 60 * day });
    await clock.advance(0);

    expect(await left()).toEqual([2, 0]);
    expect(logged).toEqual([{ event: "histories.pruned", histories: 1 }]);
  });

  it("reports a store outage and continues", async () => {
    const { clock, store, logged, log } = await setUp([31 * day]);
    let isAway = true;
    const forget: typeof store.forget = async (...values) => {
      if (isAway) throw new StoreError("locked");
      return store.forget(...values);
    };

    await using _ = forgetHistories({ store: { forget }, clock, log });
    await clock.advance(0);
    isAway = false;
    await clock.advance(hour);

    expect(logged).toEqual([
      { event: "histories.prune-failed", because: "Another process holds the lock of the store." },
      { event: "histories.pruned", histories: 1 },
    ]);
  });
});
