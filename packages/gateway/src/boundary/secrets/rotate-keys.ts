import type { KeyStore } from "../../stores/key-store.ts";
import { keyLineOf, parseKeys, type Random } from "./keys.ts";
import { openVault, type Rotation, type Vault } from "./vault.ts";
import { VaultError } from "./vault-error.ts";

/** Storage of the key lines. */
export interface KeyLines {
  readonly read: () => Promise<string>;
  /** Default: not writable, so the operator writes the keys. */
  readonly write?: (text: string) => Promise<void>;
}

export interface RotateOptions {
  readonly lines: KeyLines;
  readonly store: KeyStore;
  readonly random: Random;
}

export interface RotatedKeys {
  readonly writing: number;
  /** Versions that wrap nothing any more. */
  readonly retired: readonly number[];
  /** Number of rewrapped data keys. */
  readonly rewrapped: number;
}

const atOnce = 100;

/**
 * Rotates the key-encryption key. The new key is published before it wraps anything, and the old
 * one is removed once nothing needs it. Running gateways are not interrupted. An interrupted
 * rotation resumes with the next call.
 */
export async function rotateKeys({ lines, store, random }: RotateOptions): Promise<RotatedKeys> {
  const before = await lines.read();
  const text = isBegun(before) ? before : await withNewKey(before, { lines, random });
  const keys = parseKeys(text);
  const vault = await openVault({ keys, store, holdSecret: noSecret, random });
  const rewrapped = await rewrapAll(vault);

  const writing = keys.writing.version;
  // A higher version is a standby for a later rotation.
  const retired = [...keys.byVersion.keys()].filter((version) => version < writing);
  for (const version of retired) await vault.retire(version);
  await lines.write?.(`${linesFrom(text, writing).join("\n")}\n`);
  return { writing, retired, rewrapped };
}

/** Tells whether an older key exists beside the writing one. */
function isBegun(text: string): boolean {
  const { writing, byVersion } = parseKeys(text);
  return [...byVersion.keys()].some((version) => version < writing.version);
}

async function withNewKey(
  before: string,
  { lines, random }: Pick<RotateOptions, "lines" | "random">,
): Promise<string> {
  if (lines.write === undefined) throw new VaultError("key-not-writable");
  const highest = Math.max(...parseKeys(before).byVersion.keys());
  const text = `${before.trimEnd()}\n${keyLineOf(highest + 1, random(32))}\n`;
  await lines.write(text);
  return text;
}

async function rewrapAll(vault: Vault): Promise<number> {
  const all = leftIn(await vault.rotation());
  for (let left = all; left > 0; ) {
    const rotation = await vault.rewrapSome(atOnce);
    const next = leftIn(rotation);
    // Without progress, another process is rewrapping with a newer key or undoing our work.
    if (next >= left) throw new VaultError("key-in-use", rotation.remaining[0]?.keyVersion);
    left = next;
  }
  return all;
}

/**
 * Counts data keys wrapped with older keys. A newer key belongs to another gateway that already
 * knows it writes.
 */
function leftIn({ writing, remaining }: Rotation): number {
  return remaining
    .filter(({ keyVersion }) => keyVersion < writing)
    .reduce((sum, { dataKeys }) => sum + dataKeys, 0);
}

function linesFrom(text: string, version: number): readonly string[] {
  return text.split(/\r?\n/).filter((line) => Number(line.trim().split(":")[0]) >= version);
}

function noSecret(): never {
  throw new TypeError("A rotation opens no secret.");
}
