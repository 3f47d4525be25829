import { randomUUID } from "node:crypto";
import { link, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a file that only its owner can read, and its folder. False where one is there, which stays as it is.
 * It appears whole: of two processes that make it at once, one does.
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

/** Puts another text in the place of a file that only its owner can read. Readers see the old or the new, never a part. */
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

/** Whether nobody but its owner can read or write a file. */
export async function isPrivate(path: string): Promise<boolean> {
  return ((await stat(path)).mode & 0o077) === 0;
}

/** A key that a power cut takes away would be made anew, and what was signed with it be worth nothing. */
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
