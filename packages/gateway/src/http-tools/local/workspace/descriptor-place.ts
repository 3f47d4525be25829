import { lstat, readlink, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { refused, systemCode } from "./refused.ts";

/** The part of a file handle that `placeOf` needs. */
export interface Descriptor {
  readonly fd: number;
  readonly stat: (options: {
    readonly bigint: true;
  }) => Promise<{ readonly dev: bigint; readonly ino: bigint }>;
}

/**
 * Returns the real location of an open file. On Linux the kernel knows it. Elsewhere the path is
 * resolved again and must lead to the open file. A swap there and back could still deceive it.
 */
export async function placeOf(
  file: Descriptor,
  path: string,
  descriptors = "/proc/self/fd",
): Promise<string> {
  try {
    return await readlink(join(descriptors, String(file.fd)));
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const place = await realpath(path);
  const [open, there] = [await file.stat({ bigint: true }), await lstat(place, { bigint: true })];
  if (open.dev !== there.dev || open.ino !== there.ino) throw refused("path-refused");
  return place;
}

/**
 * Returns the path relative to the root with `/` separators. Undefined if it is not below the root.
 */
export function pathBelow(root: string, place: string): string | undefined {
  // The separator excludes a sibling whose name merely starts like the root's.
  const prefix = root.endsWith(sep) ? root : root + sep;
  return place.startsWith(prefix) ? relative(root, place).replaceAll(sep, "/") : undefined;
}
