import { lstat, readlink, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { refused, systemCode } from "./refused.ts";

/** As much of an open file as is needed to find its place. */
export interface Descriptor {
  readonly fd: number;
  readonly stat: (options: {
    readonly bigint: true;
  }) => Promise<{ readonly dev: bigint; readonly ino: bigint }>;
}

/**
 * Where an open file really lies. Linux knows; elsewhere the path is resolved again and must lead to the
 * file that is open, which a swap there and back could still deceive.
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

/** The path from the root with `/` between its names, or undefined for what is not below the root. */
export function pathBelow(root: string, place: string): string | undefined {
  // The separator is what keeps a sibling out whose name only begins like the root's.
  const prefix = root.endsWith(sep) ? root : root + sep;
  return place.startsWith(prefix) ? relative(root, place).replaceAll(sep, "/") : undefined;
}
