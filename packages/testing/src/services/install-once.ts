import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Folder of programs that only tests need. */
export const cache = resolve(import.meta.dirname, "../../../../.cache/services");

/**
 * Fills a folder of the cache unless it exists. Of concurrent installers the first wins, and an
 * existing folder is complete.
 */
export async function installOnce(
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const place = join(cache, name);
  if (existsSync(place)) return place;
  await mkdir(dirname(place), { recursive: true });
  const filling = await mkdtemp(`${place}-`);
  try {
    await fill(filling);
    await rename(filling, place).catch((error: unknown) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
  return place;
}
