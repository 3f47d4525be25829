import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from "node:crypto";
import { canonicalJson } from "@toolcourt/sdk";
import { VaultError } from "./vault-error.ts";

/** The current set of key-encryption keys. */
export interface Keys {
  /** Wraps new data keys. */
  readonly writing: SealingKey;
  /** All keys that stored data may need, including the writing one. */
  readonly byVersion: ReadonlyMap<number, SealingKey>;
}

const keyLine = /^([1-9][0-9]{0,8}):([A-Za-z0-9+/]{43}=)( standby)?$/;

/**
 * Parses keys from a file, a variable or a keyring: one `version:base64` per line. The highest
 * version writes. A key marked `standby` does not write yet: every replica must know a new key
 * before the first one uses it.
 */
export function parseKeys(text: string): Keys {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new VaultError("key-missing");
  const byVersion = new Map<number, SealingKey>();
  const able: SealingKey[] = [];
  for (const { key, isStandby } of lines.map(parseLine)) {
    if (byVersion.has(key.version)) throw new VaultError("key-version-twice", key.version);
    byVersion.set(key.version, key);
    if (!isStandby) able.push(key);
  }
  const writing = able.toSorted((a, b) => b.version - a.version)[0];
  if (writing === undefined) throw new VaultError("key-all-standby");
  return { writing, byVersion };
}

/** Formats the line of a new key. `bytes` are 32 random bytes. */
export function keyLineOf(version: number, bytes: Uint8Array): string {
  return `${version}:${Buffer.from(bytes).toString("base64")}`;
}

function parseLine(line: string): { readonly key: SealingKey; readonly isStandby: boolean } {
  const [, version, base64, standby] = keyLine.exec(line.trim()) ?? [];
  if (version === undefined || base64 === undefined) throw new VaultError("key-malformed");
  const bytes = Buffer.from(base64, "base64");
  const key = { version: Number(version), key: createSecretKey(bytes) };
  bytes.fill(0);
  return { key, isStandby: standby !== undefined };
}

/**
 * Place that a value belongs to. All of it is bound to the ciphertext, so rows cannot be swapped.
 */
export interface Place {
  readonly table: string;
  readonly row: string;
  readonly tenant: string;
  readonly connection: string;
  readonly field: string;
}

export interface SealingKey {
  readonly version: number;
  readonly key: KeyObject;
}

export type Random = (size: number) => Uint8Array;

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Returns nonce, ciphertext and tag in one piece. The nonce is new each time. */
export function sealBytes(
  { version, key }: SealingKey,
  place: Place,
  { plain, random }: { readonly plain: Uint8Array; readonly random: Random },
): Uint8Array {
  const nonce = random(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  sealing.setAAD(boundTo(place, version));
  return Buffer.concat([nonce, sealing.update(plain), sealing.final(), sealing.getAuthTag()]);
}

/** Refuses data sealed with another key or for another place, changed or truncated. */
export function unsealBytes(
  { version, key }: SealingKey,
  place: Place,
  sealed: Uint8Array,
): Uint8Array {
  if (sealed.length < nonceBytes + tagBytes) throw new VaultError("sealed-damaged");
  const end = sealed.length - tagBytes;
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  opening.setAAD(boundTo(place, version));
  opening.setAuthTag(sealed.subarray(end));
  const plain = opening.update(sealed.subarray(nonceBytes, end));
  try {
    return Buffer.concat([plain, opening.final()]);
  } catch {
    throw new VaultError("sealed-damaged");
  } finally {
    plain.fill(0);
  }
}

// Lists the members explicitly: extra members of the object must not change the binding.
function boundTo({ table, row, tenant, connection, field }: Place, version: number): Uint8Array {
  const bound = { table, row, tenant, connection, field, key_version: version };
  return Buffer.from(canonicalJson(bound));
}
