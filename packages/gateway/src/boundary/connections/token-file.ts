import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** Far above any real token. */
const mostBytes = 64 * 1024;

/**
 * Reads the current token of a file. Undefined if the file is missing, unreadable, or almost empty.
 */
export async function readTokenFile(path: string): Promise<string | undefined> {
  try {
    // Nonblocking: a pipe in place of the file would block forever.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > mostBytes) return undefined;
    const text = (await file.readFile("utf8")).trim();
    return /^[\x21-\x7e]{8,}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
