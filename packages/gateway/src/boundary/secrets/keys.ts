import { createSecretKey } from "node:crypto";
import type { SealingKey } from "./seal-bytes.ts";
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
