import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";

/** Reports whether a path is the folder, or lies below it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith("../"));
}

/** Returns where a path leads, also if there is nothing yet. */
export async function realPlace(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () =>
    parent === path ? path : join(await realPlace(parent), basename(path)),
  );
}
