import { createSecretKey } from "node:crypto";
import type { KeyOwner, KeyStore, WrappedKey } from "../../stores/key-store.ts";
import type { Keys } from "./keys.ts";
import { type Place, type Random, type SealingKey, sealBytes, unsealBytes } from "./seal-bytes.ts";
import { VaultError } from "./vault-error.ts";

export interface DataKeysOptions {
  readonly store: KeyStore;
  readonly random: Random;
  /** The current key-encryption keys. */
  readonly keys: () => Keys;
}

export interface DataKeys {
  /** Returns the key that seals new values of this owner. Creates it if missing. */
  readonly forWriting: (owner: KeyOwner) => Promise<SealingKey>;
  readonly forReading: (owner: KeyOwner, version: number) => Promise<SealingKey>;
  /** Rewraps keys with the writing key-encryption key. Returns the number changed. */
  readonly rewrapSome: (limit: number) => Promise<number>;
}

const keyBytes = 32;

/** Keeps data keys in the clear only during use: each use unwraps them again. */
export function createDataKeys({ store, random, keys }: DataKeysOptions): DataKeys {
  const wrap = (plain: Uint8Array, owner: KeyOwner, version: number): WrappedKey => {
    const { writing } = keys();
    const bytes = sealBytes(writing, placeOf(owner, version), { plain, random });
    return { owner, version, wrappedBy: writing.version, bytes };
  };
  const unwrap = (wrapped: WrappedKey): Uint8Array => {
    const key = keys().byVersion.get(wrapped.wrappedBy);
    if (key === undefined) throw new VaultError("key-version-unknown", wrapped.wrappedBy);
    return unsealBytes(key, placeOf(wrapped.owner, wrapped.version), wrapped.bytes);
  };
  const rewrap = async (wrapped: WrappedKey, plain: Uint8Array): Promise<boolean> => {
    // A newer key than ours already writes elsewhere. Going back would need a key about to be
    // retired.
    if (wrapped.wrappedBy >= keys().writing.version) return false;
    // A concurrent rewrap has the same result, so losing the race is no failure.
    return store.rewrap(wrapped, wrap(plain, wrapped.owner, wrapped.version));
  };
  const use = async (wrapped: WrappedKey): Promise<SealingKey> => {
    const plain = unwrap(wrapped);
    await rewrap(wrapped, plain);
    return sealingKey(wrapped.version, plain);
  };
  const make = async (owner: KeyOwner): Promise<WrappedKey> => {
    const plain = random(keyBytes);
    const made = wrap(plain, owner, 1);
    plain.fill(0);
    if (await store.insert(made)) return made;
    const winner = await store.read(owner, 1);
    if (winner === undefined) throw new VaultError("data-key-missing");
    return winner;
  };

  return {
    forWriting: async (owner) => use((await store.newest(owner)) ?? (await make(owner))),
    forReading: async (owner, version) => {
      const wrapped = await store.read(owner, version);
      if (wrapped === undefined) throw new VaultError("data-key-missing");
      return use(wrapped);
    },
    rewrapSome: async (limit) => {
      let changed = 0;
      for (const wrapped of await store.wrappedBefore(keys().writing.version, limit)) {
        const plain = unwrap(wrapped);
        if (await rewrap(wrapped, plain)) changed += 1;
        plain.fill(0);
      }
      return changed;
    },
  };
}

function sealingKey(version: number, plain: Uint8Array): SealingKey {
  const key = createSecretKey(plain);
  plain.fill(0);
  return { version, key };
}

function placeOf({ tenant, connection }: KeyOwner, version: number): Place {
  return { table: "data_keys", row: String(version), tenant, connection, field: "key" };
}
