import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { keyTextOf, parseSigner, type Signer } from "./note.ts";
import { isFile, isPrivate, makePrivateFile } from "./private-file.ts";

export interface KeyFileOptions {
  readonly path: string;
  /** The log's name, for a new key. */
  readonly newName: () => string;
}

export interface KeyFile {
  readonly signer: Signer;
  /** Whether the key was just created. */
  readonly isNew: boolean;
}

/** The key file is unusable. The message is ours and names no path. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

/** Reads the key that signs checkpoints. Creates it if missing. */
export async function openKeyFile({ path, newName }: KeyFileOptions): Promise<KeyFile> {
  const made = await makePrivateFile(path, () => `${keyTextOf(newName(), randomBytes(32))}\n`);
  return { signer: await readSigner(path), isNew: made };
}

/** Reads the key without creating one. */
export async function readSigner(path: string): Promise<Signer> {
  if (!(await isFile(path))) {
    // Checked first: its mode is not what is wrong with a folder.
    throw new KeyFileError("There is a folder in place of the key of the audit log. Move it away.");
  }
  if (!(await isPrivate(path))) {
    throw new KeyFileError("Other users can read the key of the audit log. Set its mode to 0600.");
  }
  const signer = parseSigner((await readFile(path, "utf8")).trimEnd());
  if (signer === undefined) throw new KeyFileError("The key of the audit log is invalid.");
  return signer;
}
