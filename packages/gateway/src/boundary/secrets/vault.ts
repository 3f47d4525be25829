import { createSecretKey, randomBytes } from "node:crypto";
import type { KeyOwner, KeyStore, WrappedKey } from "../../stores/key-store.ts";
import {
  type Keys,
  type Place,
  type Random,
  type SealingKey,
  sealBytes,
  unsealBytes,
} from "./keys.ts";
import { openSecret, type Secret } from "./secret.ts";
import { VaultError } from "./vault-error.ts";

export interface VaultOptions {
  readonly keys: Keys;
  readonly store: KeyStore;
  readonly holdSecret: (value: string) => Secret;
  readonly random?: Random;
}

/** Progress of a rotation. */
export interface Rotation {
  readonly writing: number;
  /** Data keys still wrapped with other keys, by version. Empty if the rotation is complete. */
  readonly remaining: readonly { readonly keyVersion: number; readonly dataKeys: number }[];
}

export interface Vault {
  /** Returns the text to store. It opens only at that place. */
  readonly seal: (place: Place, secret: Secret) => Promise<string>;
  readonly open: (place: Place, sealed: string) => Promise<Secret>;
  /** Switches to other keys while in use. They must be able to read the stored data. */
  readonly useKeys: (keys: Keys) => Promise<void>;
  /** Rewraps up to `limit` data keys. Those in use are rewrapped on use. */
  readonly rewrapSome: (limit: number) => Promise<Rotation>;
  readonly rotation: () => Promise<Rotation>;
  /** Retires a key. Refuses while anything is wrapped with it. */
  readonly retire: (keyVersion: number) => Promise<void>;
}

const sealedText = /^tc1\.([1-9][0-9]{0,8})\.([A-Za-z0-9_-]{38,})$/;

/** Opens the vault. Throws with the reason if these keys do not belong to this store. */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { store, holdSecret, random = randomBytes } = options;
  await checkKeys(options.keys, store, random);
  let keys = options.keys;
  const dataKeys = createDataKeys({ store, random, keys: () => keys });
  const rotation = (): Promise<Rotation> => rotationOf(store, keys.writing.version);

  return {
    seal: async (place, secret) => {
      const key = await dataKeys.forWriting(place);
      const plain = Buffer.from(openSecret(secret));
      const bytes = sealBytes(key, place, { plain, random });
      plain.fill(0);
      return `tc1.${key.version}.${Buffer.from(bytes).toString("base64url")}`;
    },
    open: async (place, sealed) => {
      const { version, bytes } = parseSealed(sealed);
      const plain = unsealBytes(await dataKeys.forReading(place, version), place, bytes);
      const secret = holdSecret(Buffer.from(plain).toString());
      plain.fill(0);
      return secret;
    },
    useKeys: async (next) => {
      await checkKeys(next, store, random);
      keys = next;
    },
    rewrapSome: async (limit) => {
      await dataKeys.rewrapSome(limit);
      return rotation();
    },
    rotation,
    retire: async (keyVersion) => {
      const counts = await store.countByWrapping();
      if (keyVersion === keys.writing.version || (counts.get(keyVersion) ?? 0) > 0) {
        throw new VaultError("key-in-use", keyVersion);
      }
      await store.removeCheck(keyVersion);
    },
  };
}

function parseSealed(sealed: string): { readonly version: number; readonly bytes: Uint8Array } {
  const [, version, base64] = sealedText.exec(sealed) ?? [];
  const bytes = Buffer.from(base64 ?? "", "base64url");
  // Decoding drops bits of the last character, so only the canonical spelling is accepted.
  if (version === undefined || bytes.toString("base64url") !== base64) {
    throw new VaultError("sealed-damaged");
  }
  return { version: Number(version), bytes };
}

async function rotationOf(store: KeyStore, writing: number): Promise<Rotation> {
  const counts = await store.countByWrapping();
  const remaining = [...counts]
    .filter(([keyVersion, dataKeys]) => keyVersion !== writing && dataKeys > 0)
    .map(([keyVersion, dataKeys]) => ({ keyVersion, dataKeys }));
  return { writing, remaining: remaining.toSorted((a, b) => a.keyVersion - b.keyVersion) };
}

const place: Place = { table: "key_checks", row: "", tenant: "", connection: "", field: "check" };
const known = Buffer.from("toolcourt key check v1");

/**
 * Verifies that the keys belong to the store. Throws if a needed key is missing. A key new to the
 * store gets its check value.
 */
async function checkKeys(keys: Keys, store: KeyStore, random: Random): Promise<void> {
  const counts = await store.countByWrapping();
  for (const version of counts.keys()) {
    if (!keys.byVersion.has(version)) throw new VaultError("key-version-unknown", version);
  }
  for (const key of keys.byVersion.values()) {
    if (!(await passes(key, store)) && (await isUsed(key, store))) {
      throw new VaultError("key-check-missing", key.version);
    }
    await meet(key, store, random);
  }
}

/**
 * Runs after the check value was found missing. Retirement removes a check value only once the key
 * wraps nothing.
 */
async function isUsed({ version }: SealingKey, store: KeyStore): Promise<boolean> {
  const counts = await store.countByWrapping();
  return (counts.get(version) ?? 0) > 0;
}

async function meet(key: SealingKey, store: KeyStore, random: Random): Promise<void> {
  if (await passes(key, store)) return;
  const bytes = sealBytes(key, place, { plain: known, random });
  await store.insertCheck({ keyVersion: key.version, bytes });
  // Another process may have been first, with a different key of the same version.
  await passes(key, store);
}

/** Returns false if the key is new to the store. Throws if the store knows a different one. */
async function passes(key: SealingKey, store: KeyStore): Promise<boolean> {
  const checks = await store.checks();
  const check = checks.find(({ keyVersion }) => keyVersion === key.version);
  if (check === undefined) return false;
  if (!isRight(key, check.bytes)) throw new VaultError("key-wrong", key.version);
  return true;
}

function isRight(key: SealingKey, bytes: Uint8Array): boolean {
  try {
    return known.equals(unsealBytes(key, place, bytes));
  } catch {
    return false;
  }
}

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
function createDataKeys({ store, random, keys }: DataKeysOptions): DataKeys {
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
