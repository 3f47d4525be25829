import type { KeyStore } from "../../stores/key-store.ts";
import type { Keys } from "./keys.ts";
import { type Place, type Random, type SealingKey, sealBytes, unsealBytes } from "./seal-bytes.ts";
import { VaultError } from "./vault-error.ts";

const place: Place = { table: "key_checks", row: "", tenant: "", connection: "", field: "check" };
const known = Buffer.from("toolcourt key check v1");

/**
 * Makes sure that the keys are the ones which the store was written with, and that none is missing which
 * something stored needs. A key that the store has not met gets its check value.
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

/** Asked after its check value was found missing: a key that is retired meanwhile wraps nothing before that goes. */
async function isUsed({ version }: SealingKey, store: KeyStore): Promise<boolean> {
  const counts = await store.countByWrapping();
  return (counts.get(version) ?? 0) > 0;
}

async function meet(key: SealingKey, store: KeyStore, random: Random): Promise<void> {
  if (await passes(key, store)) return;
  const bytes = sealBytes(key, place, { plain: known, random });
  await store.insertCheck({ keyVersion: key.version, bytes });
  // Somebody else may have been first, with another key of the same version.
  await passes(key, store);
}

/** False where the store has not met the key; throws where it has met another one. */
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
