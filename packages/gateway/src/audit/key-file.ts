import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { keyTextOf, parseSigner, type Signer } from "./note.ts";

export interface KeyFileOptions {
  readonly path: string;
  /** The name of the log, for a key that has to be made. */
  readonly newName: () => string;
  readonly newSeed?: () => Uint8Array;
}

export interface KeyFile {
  readonly signer: Signer;
  /** Whether there was none before. */
  readonly isNew: boolean;
}

/** The file of the key is not one that may be used. The message is ours and names no path. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

const ownerOnly = 0o600;

/** Reads the key that signs checkpoints, and makes one where there is none. */
export async function openKeyFile(options: KeyFileOptions): Promise<KeyFile> {
  const { path, newName, newSeed = () => randomBytes(32) } = options;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const made = await makeFile(path, () => `${keyTextOf(newName(), newSeed())}\n`);
  return { signer: await readSigner(path), isNew: made };
}

/** Reads the key and makes none. */
export async function readSigner(path: string): Promise<Signer> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) {
    throw new KeyFileError("Others can read the key of the audit log. Set its mode to 0600.");
  }
  const signer = parseSigner((await readFile(path, "utf8")).trimEnd());
  if (signer === undefined) throw new KeyFileError("The key of the audit log is no key.");
  return signer;
}

/** False where the file is there. It appears whole: of two processes that make it at once, one does. */
async function makeFile(path: string, text: () => string): Promise<boolean> {
  if (await isThere(path)) return false;
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text(), { mode: ownerOnly, flag: "wx", flush: true });
    await link(unfinished, path);
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** A key that a power cut takes away would be made anew, and its log begin anew with it. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
