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

const sealedText = /^tc1\.([1-9][0-9]{0,8})\.([A-Za-z0-9_-]{38,})$/;
const keyBytes = 32;

/** Opens the vault. Throws with the reason if these keys do not belong to this store. */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const vault = new Vault(options);
  await vault.useKeys(options.keys);
  return vault;
}

/** Keeps data keys in the clear only during use: each use unwraps them again. */
export class Vault {
  readonly #store: KeyStore;
  readonly #holdSecret: (value: string) => Secret;
  readonly #random: Random;
  #keys: Keys;

  constructor({ keys, store, holdSecret, random = randomBytes }: VaultOptions) {
    this.#keys = keys;
    this.#store = store;
    this.#holdSecret = holdSecret;
    this.#random = random;
  }

  /** Returns the text to store. It opens only at that place. */
  async seal(place: Place, secret: Secret): Promise<string> {
    const key = await this.#use((await this.#store.newest(place)) ?? (await this.#make(place)));
    const plain = Buffer.from(openSecret(secret));
    const bytes = sealBytes(key, place, { plain, random: this.#random });
    plain.fill(0);
    return `tc1.${key.version}.${Buffer.from(bytes).toString("base64url")}`;
  }

  async open(place: Place, sealed: string): Promise<Secret> {
    const { version, bytes } = parseSealed(sealed);
    const wrapped = await this.#store.read(place, version);
    if (wrapped === undefined) throw new VaultError("data-key-missing");
    const plain = unsealBytes(await this.#use(wrapped), place, bytes);
    const secret = this.#holdSecret(Buffer.from(plain).toString());
    plain.fill(0);
    return secret;
  }

  /** Switches to other keys while in use. They must be able to read the stored data. */
  async useKeys(keys: Keys): Promise<void> {
    await checkKeys(keys, this.#store, this.#random);
    this.#keys = keys;
  }

  /** Rewraps up to `limit` data keys. Those in use are rewrapped on use. */
  async rewrapSome(limit: number): Promise<Rotation> {
    for (const wrapped of await this.#store.wrappedBefore(this.#keys.writing.version, limit)) {
      const plain = this.#unwrap(wrapped);
      await this.#rewrap(wrapped, plain);
      plain.fill(0);
    }
    return this.rotation();
  }

  async rotation(): Promise<Rotation> {
    const writing = this.#keys.writing.version;
    const counts = await this.#store.countByWrapping();
    const remaining = [...counts]
      .filter(([keyVersion, dataKeys]) => keyVersion !== writing && dataKeys > 0)
      .map(([keyVersion, dataKeys]) => ({ keyVersion, dataKeys }));
    return { writing, remaining: remaining.toSorted((a, b) => a.keyVersion - b.keyVersion) };
  }

  /** Retires a key. Refuses while anything is wrapped with it. */
  async retire(keyVersion: number): Promise<void> {
    const counts = await this.#store.countByWrapping();
    if (keyVersion === this.#keys.writing.version || (counts.get(keyVersion) ?? 0) > 0) {
      throw new VaultError("key-in-use", keyVersion);
    }
    await this.#store.removeCheck(keyVersion);
  }

  #wrap(plain: Uint8Array, owner: KeyOwner, version: number): WrappedKey {
    const { writing } = this.#keys;
    const bytes = sealBytes(writing, placeOf(owner, version), { plain, random: this.#random });
    return { owner, version, wrappedBy: writing.version, bytes };
  }

  #unwrap(wrapped: WrappedKey): Uint8Array {
    const key = this.#keys.byVersion.get(wrapped.wrappedBy);
    if (key === undefined) throw new VaultError("key-version-unknown", wrapped.wrappedBy);
    return unsealBytes(key, placeOf(wrapped.owner, wrapped.version), wrapped.bytes);
  }

  async #rewrap(wrapped: WrappedKey, plain: Uint8Array): Promise<void> {
    // A newer key than ours already writes elsewhere. Going back would need a key about to be
    // retired.
    if (wrapped.wrappedBy >= this.#keys.writing.version) return;
    // A concurrent rewrap has the same result, so losing the race is no failure.
    await this.#store.rewrap(wrapped, this.#wrap(plain, wrapped.owner, wrapped.version));
  }

  async #use(wrapped: WrappedKey): Promise<SealingKey> {
    const plain = this.#unwrap(wrapped);
    await this.#rewrap(wrapped, plain);
    const key = createSecretKey(plain);
    plain.fill(0);
    return { version: wrapped.version, key };
  }

  async #make(owner: KeyOwner): Promise<WrappedKey> {
    const plain = this.#random(keyBytes);
    const made = this.#wrap(plain, owner, 1);
    plain.fill(0);
    if (await this.#store.insert(made)) return made;
    const winner = await this.#store.read(owner, 1);
    if (winner === undefined) throw new VaultError("data-key-missing");
    return winner;
  }
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

function placeOf({ tenant, connection }: KeyOwner, version: number): Place {
  return { table: "data_keys", row: String(version), tenant, connection, field: "key" };
}
