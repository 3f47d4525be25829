import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** No token that anybody issues comes near it. */
const mostBytes = 64 * 1024;

/** The token that a file holds now. Undefined where there is none: no file, something else, next to nothing in it. */
export async function readTokenFile(path: string): Promise<string | undefined> {
  try {
    // Without waiting: a pipe in the place of the file would keep us for ever.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > mostBytes) return undefined;
    const text = (await file.readFile("utf8")).trim();
    return /^[\x21-\x7e]{8,}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
