import { randomUUID } from "node:crypto";
import { link, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a file readable only by its owner, and its folder. Returns false and changes nothing if
 * it exists. Atomic: of two concurrent processes one succeeds.
 */
export async function makePrivateFile(path: string, text: () => string): Promise<boolean> {
  if (await isThere(path)) return false;
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text(), { mode: 0o600, flag: "wx", flush: true });
    await link(unfinished, path);
    await syncFolder(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Replaces a private file atomically. Readers see the old or the new text, never a part. */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text, { mode: 0o600, flag: "wx", flush: true });
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Returns false for a folder or a device. */
export async function isFile(path: string): Promise<boolean> {
  return (await stat(path)).isFile();
}

/** Returns whether only its owner can read or write a file. */
export async function isPrivate(path: string): Promise<boolean> {
  return ((await stat(path)).mode & 0o077) === 0;
}

/**
 * Syncs the folder. A key lost to a power failure would be replaced, and its signatures become
 * worthless.
 */
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
