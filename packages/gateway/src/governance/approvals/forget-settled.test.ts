import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { StoreError } from "../../stores/store-error.ts";
import { approval, entry } from "../../stores/suites/builders.ts";
import { link } from "../audit/chain.ts";
import { forgetSettled } from "./forget-settled.ts";

const day = 24 * 60 * 60 * 1_000;
const hour = 60 * 60 * 1_000;

/** Creates a store with undecided requests that expired at these ages. */
async function setUp(ages: readonly number[]) {
  const clock = createFakeClock();
  const { approvals: store } = openMemoryStores({ link });
  for (const [index, age] of ages.entries()) {
    const expiresAt = clock.now() - age;
    const asked = approval({ id: `a${index}`, createdAt: expiresAt - 1, expiresAt });
    await store.add(asked, { max: 10, entry: entry() });
  }
  const logged: unknown[] = [];
  const log = (event: string, fields: object): void => void logged.push({ event, ...fields });
  const left = async () => (await store.list({ max: 10 })).map(({ id }) => id);
  return { clock, store, logged, log, left };
}

describe("forgetSettled", () => {
  it("removes old requests, even if they were never marked expired", async () => {
    const { clock, store, logged, log, left } = await setUp([day + 1, day - hour + 1, -2 * hour]);

    await using _ = forgetSettled({ store, forMs: day, clock, log });
    await clock.advance(0);
    const first = await left();
    await clock.advance(hour);

    expect([first, await left()]).toEqual([["a2", "a1"], ["a2"]]);
    expect(logged).toEqual([
      { event: "approvals.pruned", approvals: 1 },
      { event: "approvals.pruned", approvals: 1 },
    ]);
  });

  it("keeps pending requests, regardless of the retention", async () => {
    const { clock, store, logged, log, left } = await setUp([-2 * hour]);

    await using _ = forgetSettled({ store, forMs: 1, clock, log });
    await clock.advance(hour);

    expect([await left(), logged]).toEqual([["a0"], []]);
  });

  it("reports a store outage and continues", async () => {
    const { clock, store, logged, log } = await setUp([day + 1]);
    let isAway = true;
    const expire: typeof store.expire = async (now) => {
      if (isAway) throw new StoreError("locked");
      return store.expire(now);
    };

    await using _ = forgetSettled({ store: { ...store, expire }, forMs: day, clock, log });
    await clock.advance(0);
    isAway = false;
    await clock.advance(hour);

    expect(logged).toEqual([
      { event: "approvals.prune-failed", because: "Another process holds the lock of the store." },
      { event: "approvals.pruned", approvals: 1 },
    ]);
  });
});
