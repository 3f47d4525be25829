import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { StoreError } from "../../stores/store-error.ts";
import { entry, grant } from "../../stores/suites/builders.ts";
import { link } from "../audit/chain.ts";
import { forgetEnded } from "./expire.ts";

const day = 24 * 60 * 60 * 1_000;
const hour = 60 * 60 * 1_000;

async function entryOf({ kind }: { readonly kind: string }) {
  return entry({ body: kind });
}

/** Creates a store with active grants that ended at these ages. */
async function setUp(ages: readonly number[]) {
  const clock = createFakeClock();
  const { grants: store, audit } = openMemoryStores({ link });
  for (const [index, age] of ages.entries()) {
    const expiresAt = clock.now() - age;
    const given = grant({ id: `g${index}`, createdAt: expiresAt - 1, expiresAt });
    await store.add(given, { max: 10, entry: entry({ body: "given" }) });
  }
  const logged: unknown[] = [];
  const log = (event: string, fields: object): void => void logged.push({ event, ...fields });
  const left = async () => (await store.list({ max: 10 })).map(({ id, state }) => `${id} ${state}`);
  return { clock, store, audit, logged, log, left, entryOf };
}

describe("forgetEnded", () => {
  it("marks overdue grants, records each, and removes old ones", async () => {
    const { left, logged, audit, ...deps } = await setUp([day + 1, hour, -2 * hour]);

    await using _ = forgetEnded({ ...deps, forMs: day });
    await deps.clock.advance(0);

    expect(await left()).toEqual(["g2 active", "g1 expired"]);
    expect(logged).toEqual([{ event: "grants.pruned", grants: 1 }]);
    const bodies = (await audit.read(4, 10)).map(({ body }) => body);
    expect(bodies).toEqual(["grant.expired", "grant.expired"]);
  });

  it("reports a store outage and continues", async () => {
    const { left, logged, store, clock, ...deps } = await setUp([hour]);
    let isAway = true;
    const overdue: typeof store.overdue = async (now, max) => {
      if (isAway) throw new StoreError("locked");
      return store.overdue(now, max);
    };

    await using _ = forgetEnded({ ...deps, clock, store: { ...store, overdue }, forMs: day });
    await clock.advance(0);
    isAway = false;
    await clock.advance(hour);

    expect(await left()).toEqual(["g0 expired"]);
    const because = "Another process holds the lock of the store.";
    expect(logged).toEqual([{ event: "grants.prune-failed", because }]);
  });
});
