import { type Stats } from "node:fs";
import { chmod, chown, lstat, readFile, rename, rm, writeFile } from "node:fs/promises";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { printable } from "../boundary/files/printable.ts";
import { codeOf } from "../boundary/files/read-file.ts";
import { takeTurn, whyUnwritable } from "../boundary/files/write-file.ts";
import { readKeysFile } from "../config/keys-file.ts";
import type { StaticKey } from "../governance/identity/static-keys.ts";

export interface KeysPlace extends Pick<Runtime, "clock" | "newId"> {
  readonly path: string;
  /** The file as the configuration names it. */
  readonly file: string;
  /** The keys in the configuration itself, whose names are taken. */
  readonly others: readonly StaticKey[];
}

/** The keys of a file, and its text. */
export interface KeysText {
  /** Undefined if there is no file. */
  readonly text: string | undefined;
  readonly keys: readonly StaticKey[];
}

/** Reads the keys of a file. A missing file has none. */
export async function readKeys({ path, file, others }: KeysPlace): Promise<KeysText> {
  const text = await readFile(path, "utf8").catch((error: unknown) => unread(error, file));
  return text === undefined ? { text, keys: [] } : { text, keys: keysIn(text, file, others) };
}

/** Reads, changes and replaces the file under a mutex across processes. */
export async function changeKeysFile(
  place: KeysPlace,
  change: (before: KeysText) => string,
): Promise<void> {
  const { path, file, clock } = place;
  await using stack = new AsyncDisposableStack();
  stack.use(await takeTurn(`${path}.turn`, clock).catch((error: unknown) => refuse(error, file)));
  const next = change(await readKeys(place));
  // A mistake here would lock out every key.
  keysIn(next, file, place.others);
  await replace(place, next).catch((error: unknown) => refuse(error, file));
}

function keysIn(text: string, file: string, others: readonly StaticKey[]): readonly StaticKey[] {
  const reading = readKeysFile(text, others);
  if (reading.kind === "keys") return reading.keys;
  const problems = reading.problems.map((problem) => `${printable(file)}:${problem}`);
  throw new Refusal("config-invalid", { file: printable(file), problems });
}

function unread(error: unknown, file: string): undefined {
  if (codeOf(error) === "ENOENT") return undefined;
  const because = codeOf(error) === "EACCES" ? "forbidden" : "failed";
  throw new Refusal("file-unreadable", { file: printable(file), because }, { cause: error });
}

function refuse(error: unknown, file: string): never {
  if (error instanceof Refusal) throw error;
  const because = whyUnwritable(error);
  throw new Refusal("write-failed", { file: printable(file), because }, { cause: error });
}

async function replace({ path, file, newId }: KeysPlace, text: string): Promise<void> {
  const before = await lstat(path).catch(() => undefined);
  if (before?.isSymbolicLink()) {
    throw new Refusal("write-failed", { file: printable(file), because: "link" });
  }
  const unfinished = `${path}.${newId()}`;
  try {
    await writeFile(unfinished, text, { mode: 0o600, flag: "wx", flush: true });
    if (before !== undefined) await takeOver(unfinished, before);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Keeps the owner, and reading by the group: the gateway may run as another user than the operator.
 * No other user keeps any access.
 */
async function takeOver(unfinished: string, { uid, gid, mode }: Stats): Promise<void> {
  const ours = await lstat(unfinished);
  if (ours.uid !== uid || ours.gid !== gid) await chown(unfinished, uid, gid);
  await chmod(unfinished, 0o600 | (mode & 0o040));
}
