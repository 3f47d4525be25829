import { createSecretKey } from "node:crypto";
import type { SealingKey } from "./seal-bytes.ts";
import { VaultError } from "./vault-error.ts";

/** The key-encryption keys of one moment. */
export interface Keys {
  /** The one that new data keys are wrapped with. */
  readonly writing: SealingKey;
  /** Every key that what is stored may need, the writing one included. */
  readonly byVersion: ReadonlyMap<number, SealingKey>;
}

const keyLine = /^([1-9][0-9]{0,8}):([A-Za-z0-9+/]{43}=)( standby)?$/;

/**
 * Reads keys as a file, a variable or a keyring holds them: a line for each, `version:base64`. The highest
 * version writes. One marked `standby` does not yet: with several gateways, each has to know a new key
 * before the first of them writes with it.
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

/** The line of a new key. `bytes` are 32 random ones. */
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
