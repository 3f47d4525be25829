import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<Pick<DurableStores, "keyUses">>;

/**
 * Tests the contract of every store of key uses.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeKeyUseStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeKeyUseStore(open: Open): void {
  describe("a store of key uses", () => {
    it("is empty at first, and returns the last use of each key", async () => {
      await using handles = await open();
      const { keyUses } = handles.first;
      expect(await keyUses.list()).toEqual([]);
      await keyUses.put([
        { fingerprint: "bb", at: 1_000 },
        { fingerprint: "aa", at: 2_000 },
      ]);

      await keyUses.put([{ fingerprint: "bb", at: 3_000 }]);

      expect(await handles.second.keyUses.list()).toEqual([
        { fingerprint: "aa", at: 2_000 },
        { fingerprint: "bb", at: 3_000 },
      ]);
    });

    it("keeps the newest use, whichever process writes last", async () => {
      await using handles = await open();
      const puts = [5_000, 9_000, 7_000].map((at, index) => {
        const { keyUses } = index === 1 ? handles.second : handles.first;
        return keyUses.put([
          { fingerprint: "aa", at },
          { fingerprint: "bb", at: 10_000 - at },
        ]);
      });
      await Promise.all(puts);

      expect(await handles.first.keyUses.list()).toEqual([
        { fingerprint: "aa", at: 9_000 },
        { fingerprint: "bb", at: 5_000 },
      ]);
    });
  });
}
