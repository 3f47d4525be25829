import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KeyStore } from "../../stores/key-store.ts";
import { createMemoryKeys } from "../../stores/memory/records.ts";
import { type Keys, keyLineOf, type Place, parseKeys } from "./keys.ts";
import { createHoldSecret, openSecret } from "./secret.ts";
import { openVault, type Vault } from "./vault.ts";
import { VaultError } from "./vault-error.ts";

const holdSecret = createHoldSecret(Buffer.alloc(32));
const canary = "canary-3f9a77c1";
const place: Place = {
  table: "connections",
  row: "c1",
  tenant: "acme",
  connection: "crm",
  field: "refresh_token",
};

/** Creates keys of these versions; the last one writes. A version always has the same bytes. */
function keysOf(...versions: readonly number[]): Keys {
  return parseKeys(versions.map((each) => keyLineOf(each, Buffer.alloc(32, each))).join("\n"));
}

function open(keys: Keys, store: KeyStore): Promise<Vault> {
  return openVault({ keys, store, holdSecret });
}

async function setUp(): Promise<{ store: KeyStore; vault: Vault; sealed: string }> {
  const store = createMemoryKeys();
  const vault = await open(keysOf(1), store);
  return { store, vault, sealed: await vault.seal(place, holdSecret(canary)) };
}

describe("openVault", () => {
  it("returns any sealed value unchanged", async () => {
    const { vault } = await setUp();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (value) => {
        const opened = await vault.open(place, await vault.seal(place, holdSecret(value)));

        expect(openSecret(opened)).toBe(value);
      }),
    );
  });

  it.each(["table", "row", "tenant", "connection", "field"] as const)(
    "does not open a row that was moved to another %s",
    async (part) => {
      const { vault, sealed } = await setUp();
      const elsewhere = { ...place, [part]: "other" };
      await vault.seal(elsewhere, holdSecret("another"));

      await expect(vault.open(elsewhere, sealed)).rejects.toThrow(VaultError);
    },
  );

  it("opens neither of two swapped rows", async () => {
    const { vault, sealed } = await setUp();
    const other = { ...place, row: "c2" };
    const otherSealed = await vault.seal(other, holdSecret("another"));

    await expect(vault.open(other, sealed)).rejects.toMatchObject({ problem: "sealed-damaged" });
    await expect(vault.open(place, otherSealed)).rejects.toMatchObject({
      problem: "sealed-damaged",
    });
  });

  it("does not open a data key that was moved to another owner", async () => {
    const { store, vault, sealed } = await setUp();
    const own = await store.newest(place);
    const moved = { ...place, connection: "mail" };
    await store.insert({
      owner: moved,
      version: 1,
      wrappedBy: 1,
      bytes: own?.bytes ?? Buffer.of(),
    });

    await expect(vault.open(moved, sealed)).rejects.toMatchObject({ problem: "sealed-damaged" });
  });

  it("opens nothing truncated or changed, and reveals nothing about it", async () => {
    const { vault, sealed } = await setUp();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: sealed.length - 1 }), async (at) => {
        const changed =
          sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
        for (const damaged of [sealed.slice(0, at), sealed.slice(at + 1), changed]) {
          const error: unknown = await vault
            .open(place, damaged)
            .catch((reason: unknown) => reason);

          expect(error).toBeInstanceOf(VaultError);
          expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(canary);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("stores nothing in plaintext", async () => {
    const { store, sealed } = await setUp();
    const wrapped = await store.newest(place);

    expect(Buffer.from(sealed.split(".")[2] ?? "", "base64url").includes(canary)).toBe(false);
    expect(inspect([sealed, wrapped, await store.checks()], { depth: 9 })).not.toContain(canary);
  });

  it("has one data key per owner, even after concurrent first writes", async () => {
    const store = createMemoryKeys();
    const vaults = await Promise.all([1, 2, 3].map(() => open(keysOf(1), store)));

    const sealed = await Promise.all(vaults.map((vault) => vault.seal(place, holdSecret(canary))));

    for (const each of sealed) {
      expect(openSecret(await (await open(keysOf(1), store)).open(place, each))).toBe(canary);
    }
    expect(await store.countByWrapping()).toEqual(new Map([[1, 1]]));
  });
});

describe("openVault, at the start", () => {
  it("refuses another key of the same version", async () => {
    const { store } = await setUp();
    const wrong = parseKeys(keyLineOf(1, Buffer.alloc(32, 99)));

    await expect(open(wrong, store)).rejects.toMatchObject({
      problem: "key-wrong",
      message:
        "The key-encryption key is not the one that this store was written with. (version 1)",
    });
  });

  it("refuses a missing key that is still needed", async () => {
    const { store } = await setUp();

    await expect(open(keysOf(2), store)).rejects.toMatchObject({
      problem: "key-version-unknown",
      keyVersion: 1,
    });
  });

  it("refuses a store whose check value was removed", async () => {
    const { store } = await setUp();
    await store.removeCheck(1);

    await expect(open(keysOf(1), store)).rejects.toMatchObject({ problem: "key-check-missing" });
  });

  it("lets one of two concurrent first starts with different keys win", async () => {
    const store = createMemoryKeys();
    const other = parseKeys(keyLineOf(1, Buffer.alloc(32, 99)));

    const starts = await Promise.allSettled([open(keysOf(1), store), open(other, store)]);

    expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("openVault, during a rotation", () => {
  it("reads with the old key, writes with the new one, and rewraps on use", async () => {
    const { store, vault, sealed } = await setUp();

    await vault.useKeys(keysOf(1, 2));
    expect(await vault.rotation()).toEqual({
      writing: 2,
      remaining: [{ keyVersion: 1, dataKeys: 1 }],
    });
    const opened = await vault.open(place, sealed);

    expect(openSecret(opened)).toBe(canary);
    expect(await store.countByWrapping()).toEqual(new Map([[2, 1]]));
    expect(await vault.rotation()).toEqual({ writing: 2, remaining: [] });
  });

  it("finishes in steps, including unused data keys", async () => {
    const store = createMemoryKeys();
    const vault = await open(keysOf(1), store);
    for (let n = 0; n < 5; n += 1) {
      await vault.seal({ ...place, connection: `c${n}` }, holdSecret(canary));
    }
    await vault.useKeys(keysOf(1, 2));

    const reports = [];
    for (let n = 0; n < 3; n += 1) reports.push((await vault.rewrapSome(2)).remaining);

    expect(reports).toEqual([
      [{ keyVersion: 1, dataKeys: 3 }],
      [{ keyVersion: 1, dataKeys: 1 }],
      [],
    ]);
  });

  it("releases the old key only when nothing needs it", async () => {
    const { store, vault, sealed } = await setUp();
    await vault.useKeys(keysOf(1, 2));

    await expect(vault.retire(1)).rejects.toMatchObject({ problem: "key-in-use" });
    await expect(vault.retire(2)).rejects.toMatchObject({ problem: "key-in-use" });
    await vault.rewrapSome(10);
    await vault.retire(1);

    const later = await open(keysOf(2), store);
    expect(openSecret(await later.open(place, sealed))).toBe(canary);
  });

  it("refuses keys that cannot read the stored data, and keeps its own", async () => {
    const { vault, sealed } = await setUp();

    await expect(vault.useKeys(keysOf(2))).rejects.toMatchObject({ keyVersion: 1 });
    expect(openSecret(await vault.open(place, sealed))).toBe(canary);
  });

  it("loses nothing while vaults with old and new keys read and write", async () => {
    const store = createMemoryKeys();
    const vaults = await Promise.all([1, 2, 3].map(() => open(keysOf(1, 2), store)));
    const old = await open(keysOf(1), store);
    const places = Array.from({ length: 20 }, (_, n) => ({
      ...place,
      connection: `c${n % 5}`,
      row: `${n}`,
    }));
    const first = await Promise.all(places.map((each) => old.seal(each, holdSecret(each.row))));

    const read = places.map(async (each, n) => {
      const vault = vaults[n % vaults.length];
      await vault?.rewrapSome(1);
      const again = await vault?.seal(each, holdSecret(each.row));
      return [await vault?.open(each, first[n] ?? ""), await vault?.open(each, again ?? "")];
    });

    const values = await Promise.all(read);
    expect(values.map((pair) => pair.map((each) => each && openSecret(each)))).toEqual(
      places.map(({ row }) => [row, row]),
    );
  });
});
