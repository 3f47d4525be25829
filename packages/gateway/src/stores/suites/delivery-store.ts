import { describe, expect, it } from "vitest";
import type { Claim, Delivery } from "../delivery-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<Pick<DurableStores, "deliveries">>;

function claim(differences: Partial<Claim> = {}): Claim {
  return { receiver: "siem", holder: "one", now: 1_000, until: 2_000, ...differences };
}

const arrived: Delivery = { receiver: "siem", row: 7, hash: "ab", stopped: null, at: 1_500 };

/**
 * Tests the contract of every delivery store.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeDeliveryStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeDeliveryStore(open: Open): void {
  describe("a delivery store", () => {
    it("begins before the first row, and keeps a cursor and its reason to stop", async () => {
      await using handles = await open();
      const { deliveries } = handles.first;
      const lease = await deliveries.claim(claim());
      const fresh = { receiver: "siem", row: 0, hash: null, stopped: null, at: 1_000 };
      expect(lease).toEqual({ receiver: "siem", fence: 1, delivery: fresh });
      if (lease === undefined) return;

      expect(await deliveries.save(lease, arrived)).toBe(true);
      expect(await handles.second.deliveries.list()).toEqual([arrived]);
      const stopped = { ...arrived, stopped: "It refused row 8." };
      expect(await deliveries.save(lease, stopped)).toBe(true);

      expect(await handles.second.deliveries.list()).toEqual([stopped]);
    });

    it("leases a receiver to one of several processes, until the lease ends", async () => {
      await using handles = await open();
      const [one, two] = [handles.first.deliveries, handles.second.deliveries];
      const both = await Promise.all([one.claim(claim()), two.claim(claim({ holder: "two" }))]);
      expect(both.filter((each) => each !== undefined)).toHaveLength(1);
      const winner = both[0] === undefined ? "two" : "one";
      const loser = winner === "one" ? "two" : "one";

      expect(await one.claim(claim({ holder: winner, until: 3_000 }))).toMatchObject({ fence: 1 });
      expect(await two.claim(claim({ holder: loser, now: 2_999 }))).toBeUndefined();
      expect(await two.claim(claim({ receiver: "other", holder: loser }))).toBeDefined();
      expect(await two.claim(claim({ holder: loser, now: 3_000, until: 4_000 }))).toMatchObject({
        fence: 2,
      });
    });

    it("refuses a cursor from a process that lost its lease", async () => {
      await using handles = await open();
      const [one, two] = [handles.first.deliveries, handles.second.deliveries];
      const old = await one.claim(claim());
      const taken = await two.claim(claim({ holder: "two", now: 2_000, until: 9_000 }));
      if (old === undefined || taken === undefined) throw new Error("Both leases were free.");

      expect(await two.save(taken, arrived)).toBe(true);
      expect(await one.save(old, { ...arrived, row: 3 })).toBe(false);
      await one.release(old);

      expect(await one.list()).toEqual([arrived]);
      expect(await one.claim(claim({ now: 2_001 }))).toBeUndefined();
    });

    it("gives a released lease to the next process at once", async () => {
      await using handles = await open();
      const lease = await handles.first.deliveries.claim(claim());
      if (lease !== undefined) await handles.first.deliveries.release(lease);

      const next = await handles.second.deliveries.claim(claim({ holder: "two", now: 1_001 }));

      expect(next).toMatchObject({ fence: 2 });
    });

    it("lets an operator move the cursor, which ends the lease", async () => {
      await using handles = await open();
      const { deliveries } = handles.first;
      const lease = await deliveries.claim(claim());
      await handles.second.deliveries.reset(arrived);

      expect(lease && (await deliveries.save(lease, { ...arrived, row: 9 }))).toBe(false);
      expect(await deliveries.claim(claim({ now: 1_001 }))).toMatchObject({ delivery: arrived });
    });
  });
}
