import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";
import { match, type Signer, type Verifier } from "./note.ts";

/** The content of a checkpoint: the size of an origin's log and the root of its tree. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/** Signs a checkpoint as a note. The origin is the key's name. */
export function signCheckpoint(signer: Signer, { size, root }: Omit<Checkpoint, "origin">): string {
  return signer.sign(`${signer.name}\n${size}\n${root.toString("base64")}\n`);
}

/** Returns the origin that a checkpoint claims. */
export function originOf(note: string): string {
  return note.slice(0, note.indexOf("\n"));
}

/** Returns undefined if none of the keys signed the note, or if it is not a checkpoint. */
export function openCheckpoint(
  note: string,
  verifiers: readonly Verifier[],
): Checkpoint | undefined {
  for (const verifier of verifiers) {
    const { name } = verifier;
    const found = match(form, verifier.open(note) ?? "", ["origin", "size", "root"]);
    if (found?.origin === name) {
      return { origin: name, size: Number(found.size), root: Buffer.from(found.root, "base64") };
    }
  }
  return undefined;
}

const form = /^(?<origin>[^\n]+)\n(?<size>0|[1-9]\d{0,14})\n(?<root>[A-Za-z0-9+/]{43}=)\n$/u;

/** Splits a file into notes, which are separated by empty lines. */
export function splitNotes(text: string): readonly string[] {
  // The empty line inside a note is followed by its signature.
  return text
    .replaceAll(/^\n+|\n+$/g, "")
    .split(/\n\n(?!— )/u)
    .map((note) => `${note}\n`);
}

/**
 * Sends a checkpoint to its second place. A person who can change the store must not be able to
 * change this place.
 */
export type SendCheckpoint = (checkpoint: {
  readonly size: number;
  readonly note: string;
}) => Promise<void>;

/**
 * Writes into a folder as separate files, otherwise appends to one file. On disk when it resolves.
 */
export function createCheckpointFile(path: string): SendCheckpoint {
  return async ({ size, note }) => {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    await (isFolder ? putFile(join(path, fileName(size)), note) : addTo(path, `${note}\n`));
  };
}

function fileName(size: number): string {
  return `checkpoint-${String(size).padStart(12, "0")}.txt`;
}

/**
 * Writes a checkpoint file. Keeps an existing one, but completes one truncated by a full disk.
 * Removes and renames nothing: the folder may be append-only.
 */
async function putFile(path: string, note: string): Promise<void> {
  await using file = await open(path, "wx+", 0o644).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return open(path, "r+");
    throw error;
  });
  const text = Buffer.from(note);
  const found = await file.readFile();
  // A concurrent writer writes the same bytes to the same offsets.
  if (isCutOff(found, text)) await writeAll(file, text);
  await file.sync();
}

function isCutOff(found: Buffer, text: Buffer): boolean {
  return found.length < text.length && text.subarray(0, found.length).equals(found);
}

async function writeAll(file: FileHandle, text: Buffer): Promise<void> {
  for (let done = 0; done < text.length; ) {
    done += (await file.write(text, done, text.length - done, done)).bytesWritten;
  }
}

/** Appends all or nothing: a partial note would corrupt later ones. */
async function addTo(path: string, note: string): Promise<void> {
  await using file = await open(path, "a+", 0o644);
  const { size } = await file.stat();
  const text = Buffer.from(note);
  try {
    await file.appendFile(text);
    await file.sync();
  } catch (error) {
    await takeBack(file, { size, text }).catch(() => undefined);
    throw error;
  }
}

/** Truncates a partial write, unless another process has appended since. */
async function takeBack(
  file: FileHandle,
  { size, text }: { readonly size: number; readonly text: Buffer },
): Promise<void> {
  const added = Buffer.alloc(text.length + 1);
  const { bytesRead } = await file.read(added, 0, added.length, size);
  if (text.subarray(0, bytesRead).equals(added.subarray(0, bytesRead))) await file.truncate(size);
}
