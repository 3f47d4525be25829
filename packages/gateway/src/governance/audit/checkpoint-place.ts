import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";

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
export function createCheckpointPlace(path: string): SendCheckpoint {
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
