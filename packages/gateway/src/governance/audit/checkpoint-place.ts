import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";

/** Where checkpoints go besides the store. Whoever changes the store must not be able to change this. */
export type SendCheckpoint = (checkpoint: {
  readonly size: number;
  readonly note: string;
}) => Promise<void>;

/** Into a folder as files of their own, otherwise behind each other into one file. On disk when it resolves. */
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
 * The first of two stays, but not half of one, which is what a full disk leaves. Nothing is removed or
 * renamed: the folder may be one that can only be added to.
 */
async function putFile(path: string, note: string): Promise<void> {
  await using file = await open(path, "wx+", 0o644).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return open(path, "r+");
    throw error;
  });
  const text = Buffer.from(note);
  const found = await file.readFile();
  // Whoever writes the same at this moment writes the same bytes to the same places.
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

/** All of it or nothing: half a note would spoil those behind it. */
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

/** Not where another has added to the file meanwhile. */
async function takeBack(
  file: FileHandle,
  { size, text }: { readonly size: number; readonly text: Buffer },
): Promise<void> {
  const added = Buffer.alloc(text.length + 1);
  const { bytesRead } = await file.read(added, 0, added.length, size);
  if (text.subarray(0, bytesRead).equals(added.subarray(0, bytesRead))) await file.truncate(size);
}
