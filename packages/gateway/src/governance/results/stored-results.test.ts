import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import type { StoredResult } from "../../stores/result-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import { many, result } from "../../stores/suites/builders.ts";
import { link } from "../audit/chain.ts";
import { digestOf } from "./keep-results.ts";
import { forgetResults, readResult } from "./stored-results.ts";

const whole = result({ digest: digestOf(result().output) });

async function storeWith(kept: StoredResult) {
  const { results } = openMemoryStores({ link });
  await results.keep(kept);
  return results;
}

describe("readResult", () => {
  it("returns the result stored under a call id", async () => {
    const store = await storeWith(whole);

    expect(await readResult(store, { callId: "call-1" })).toEqual(whole);
    expect(await readResult(store, { callId: "call-1", tenant: "north" })).toEqual(whole);
  });

  it.each([
    { callId: "none" },
    { callId: "call-1", tenant: "south" },
    { callId: "call-1", tenant: "" },
  ])("finds nothing for %j", async (wanted) => {
    expect(await readResult(await storeWith(whole), wanted)).toBeUndefined();
  });

  it("refuses a result that does not match its digest", async () => {
    const store = await storeWith({ ...whole, output: '{"content":["forged"]}' });

    await expect(readResult(store, { callId: "call-1" })).rejects.toMatchObject({
      kind: "corrupt",
    });
  });
});

const day = 24 * 60 * 60 * 1_000;
const hour = 60 * 60 * 1_000;

async function setUp(ages: readonly number[] = []) {
  const clock = createFakeClock();
  const { results } = openMemoryStores({ link });
  for (const [index, age] of ages.entries()) {
    await results.keep(result({ callId: `call-${index}`, at: clock.now() - age }));
  }
  const logged: unknown[] = [];
  const log = (event: string, fields: object): void => void logged.push({ event, ...fields });
  const left = async () => (await results.list({}, 2_000)).map(({ callId }) => callId);
  return { clock, results, logged, log, left };
}

describe("forgetResults", () => {
  it("removes expired results at once and then hourly", async () => {
    const { clock, results, logged, log, left } = await setUp([0, day + 1, day - hour + 1]);

    await using _ = forgetResults({ store: results, forMs: day, clock, log });
    await clock.advance(0);
    const first = await left();
    await clock.advance(hour);

    expect([first, await left()]).toEqual([["call-0", "call-2"], ["call-0"]]);
    expect(logged).toEqual([
      { event: "results.pruned", results: 1 },
      { event: "results.pruned", results: 1 },
    ]);
  });

  it("removes many results in batches, so that no writer waits for long", async () => {
    const { clock, results, logged, log, left } = await setUp(many(1_001, "").map(() => 2 * day));
    const asked: number[] = [];
    const store: typeof results = {
      ...results,
      forget: (before, max) => {
        asked.push(max);
        return results.forget(before, max);
      },
    };

    await using _ = forgetResults({ store, forMs: day, clock, log });
    await clock.advance(0);

    expect(await left()).toEqual([]);
    expect(asked).toEqual([500, 500, 500]);
    expect(logged).toEqual([{ event: "results.pruned", results: 1_001 }]);
  });

  it("continues after a store outage", async () => {
    const { clock, results, logged, log } = await setUp([day + 1]);
    let isAway = true;
    const store: typeof results = {
      ...results,
      forget: async (before, max) => {
        if (isAway) throw new StoreError("locked");
        return results.forget(before, max);
      },
    };

    await using _ = forgetResults({ store, forMs: day, clock, log });
    await clock.advance(0);
    isAway = false;
    await clock.advance(hour);

    expect(logged).toEqual([
      { event: "results.prune-failed", because: "Another process holds the lock of the store." },
      { event: "results.pruned", results: 1 },
    ]);
  });

  it("only reads if there is nothing to remove", async () => {
    const { clock, results, logged, log } = await setUp([0]);
    const store: typeof results = {
      ...results,
      forget: () => Promise.reject(new Error("asked for nothing")),
    };

    await using _ = forgetResults({ store, forMs: day, clock, log });
    await clock.advance(hour);

    expect(logged).toEqual([]);
  });

  it("removes nothing after disposal", async () => {
    const { clock, results, log, left } = await setUp([day - 1]);
    const forgetting = forgetResults({ store: results, forMs: day, clock, log });
    await clock.advance(0);

    await forgetting[Symbol.asyncDispose]();
    await clock.advance(hour);

    expect(await left()).toEqual(["call-0"]);
  });
});
