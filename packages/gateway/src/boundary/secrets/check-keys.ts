import type { KeyStore } from "../../stores/key-store.ts";
import type { Keys } from "./keys.ts";
import { type Place, type Random, type SealingKey, sealBytes, unsealBytes } from "./seal-bytes.ts";
import { VaultError } from "./vault-error.ts";

const place: Place = { table: "key_checks", row: "", tenant: "", connection: "", field: "check" };
const known = Buffer.from("toolcourt key check v1");

/**
 * Verifies that the keys belong to the store. Throws if a needed key is missing. A key new to the
 * store gets its check value.
 */
export async function checkKeys(keys: Keys, store: KeyStore, random: Random): Promise<void> {
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
