import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import type { WrappedKey } from "../key-store.ts";
import { many } from "./builders.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

const owner = { tenant: "north", connection: "c1" };

function key(differences: Partial<WrappedKey> = {}): WrappedKey {
  return { owner, version: 1, wrappedBy: 1, bytes: Uint8Array.of(0, 1, 255), ...differences };
}

/**
 * Tests the contract of every key store.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeKeyStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeKeyStore(open: Open): void {
  describe("a key store", () => {
    describeKeys(open);
    describeRewrapping(open);
    describeChecks(open);
  });
}

function describeKeys(open: Open): void {
  it("returns only its owner's keys, byte for byte, or the newest", async () => {
    await using handles = await open();
    const { keys } = handles.first;
    const second = key({ version: 2, bytes: Uint8Array.of(2) });
    const others = [
      key({ owner: { tenant: "south", connection: "c1" }, version: 7 }),
      key({ owner: { tenant: "north", connection: "c2" }, version: 8 }),
    ];
    for (const each of [key(), second, ...others]) expect(await keys.insert(each)).toBe(true);

    expect(await handles.second.keys.newest(owner)).toEqual(second);
    expect(await handles.second.keys.read(owner, 1)).toEqual(key());
    expect(await handles.second.keys.read(owner, 7)).toBeUndefined();
    expect(await keys.newest({ tenant: "", connection: "c1" })).toBeUndefined();
    expect(await keys.newest({ tenant: "north", connection: "c1' OR '1'='1" })).toBeUndefined();
  });

  it("lets one of many concurrent writers write a version", async () => {
    await using handles = await open();

    const results = await Promise.all(
      many(10, "").map((_, index) =>
        (index % 2 === 0 ? handles.first : handles.second).keys.insert(
          key({ bytes: Uint8Array.of(index) }),
        ),
      ),
    );

    const winner = results.indexOf(true);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await handles.first.keys.read(owner, 1)).toEqual(key({ bytes: Uint8Array.of(winner) }));
  });
}

function describeRewrapping(open: Open): void {
  it("changes a wrapping only if it is the one that was read", async () => {
    await using handles = await open();
    const { keys } = handles.first;
    await keys.insert(key());
    const next = key({ wrappedBy: 2, bytes: Uint8Array.of(9) });

    expect(await handles.second.keys.rewrap(key(), next)).toBe(true);
    expect(await keys.rewrap(key(), key({ wrappedBy: 3 }))).toBe(false);
    expect(await keys.rewrap(key({ version: 4 }), key({ version: 4 }))).toBe(false);

    expect(await keys.newest(owner)).toEqual(next);
  });

  it("counts keys by wrapping key, and returns some that need rewrapping", async () => {
    await using handles = await open();
    const { keys } = handles.first;
    for (const version of [1, 2, 3]) await keys.insert(key({ version }));
    await keys.insert(key({ version: 4, wrappedBy: 2 }));

    expect(await handles.second.keys.countByWrapping()).toEqual(
      new Map([
        [1, 3],
        [2, 1],
      ]),
    );
    expect(await keys.wrappedBefore(2, 2)).toHaveLength(2);
    expect(await keys.wrappedBefore(3, 10)).toHaveLength(4);
  });

  it("counts a key with a newer wrapping as done, and does not return it for rewrapping", async () => {
    await using handles = await open();
    const { keys } = handles.first;
    await keys.insert(key({ version: 1, wrappedBy: 3 }));
    await keys.insert(key({ version: 2, wrappedBy: 2 }));
    await keys.insert(key({ version: 3, wrappedBy: 1 }));

    expect(await keys.wrappedBefore(2, 1)).toEqual([key({ version: 3, wrappedBy: 1 })]);
    expect(await handles.second.keys.wrappedBefore(1, 10)).toEqual([]);
  });
}

function describeChecks(open: Open): void {
  it("keeps one check value per key until it is removed", async () => {
    await using handles = await open();
    const { keys } = handles.first;
    const check = { keyVersion: 1, bytes: Uint8Array.of(1, 0) };

    expect(await keys.insertCheck(check)).toBe(true);
    expect(await handles.second.keys.insertCheck({ ...check, bytes: Uint8Array.of(2) })).toBe(
      false,
    );
    expect(await keys.insertCheck({ ...check, keyVersion: 2 })).toBe(true);
    expect(await handles.second.keys.checks()).toEqual([check, { ...check, keyVersion: 2 }]);

    await handles.second.keys.removeCheck(1);
    expect(await keys.checks()).toEqual([{ ...check, keyVersion: 2 }]);
  });
}
