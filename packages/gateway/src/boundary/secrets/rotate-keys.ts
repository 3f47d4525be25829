import type { KeyStore } from "../../stores/key-store.ts";
import { keyLineOf, parseKeys } from "./keys.ts";
import type { Random } from "./seal-bytes.ts";
import { openVault, type Rotation, type Vault } from "./vault.ts";
import { VaultError } from "./vault-error.ts";

/** Where the lines of keys are kept. */
export interface KeyLines {
  readonly read: () => Promise<string>;
  /** Absent where we cannot write: then the operator does. */
  readonly write?: (text: string) => Promise<void>;
}

export interface RotateOptions {
  readonly lines: KeyLines;
  readonly store: KeyStore;
  readonly random: Random;
}

export interface RotatedKeys {
  readonly writing: number;
  /** The versions that nothing is stored under any more. */
  readonly retired: readonly number[];
  /** How many data keys were wrapped anew. */
  readonly rewrapped: number;
}

const atOnce = 100;

/**
 * Puts a new key-encryption key in the place of the old. It is written down before anything is wrapped with
 * it, and the old one goes when nothing needs it any more, so gateways go on all the while; whoever stops
 * half way goes on with the next call.
 */
export async function rotateKeys({ lines, store, random }: RotateOptions): Promise<RotatedKeys> {
  const before = await lines.read();
  const text = isBegun(before) ? before : await withNewKey(before, { lines, random });
  const keys = parseKeys(text);
  const vault = await openVault({ keys, store, holdSecret: noSecret, random });
  const rewrapped = await rewrapAll(vault);

  const writing = keys.writing.version;
  // A higher one stands by, for a rotation that comes.
  const retired = [...keys.byVersion.keys()].filter((version) => version < writing);
  for (const version of retired) await vault.retire(version);
  await lines.write?.(`${linesFrom(text, writing).join("\n")}\n`);
  return { writing, retired, rewrapped };
}

/** Whether there is an older key beside the one that writes. */
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
    // Whoever writes with a newer key has taken them meanwhile, or puts back what we have done.
    if (next >= left) throw new VaultError("key-in-use", rotation.remaining[0]?.keyVersion);
    left = next;
  }
  return all;
}

/** What a newer key wraps is not ours to wrap: another gateway has heard that it writes, and we have not. */
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
