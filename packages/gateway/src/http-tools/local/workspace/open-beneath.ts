import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { pathBelow, placeOf } from "./descriptor-place.ts";
import { checkNames } from "./path-rules.ts";
import { type RefusalCode, refused, refusedBy, systemCode } from "./refused.ts";

/** A file opened for reading. */
export interface OpenFile extends AsyncDisposable {
  readonly size: number;
  /** Fills the buffer from `offset` with the next bytes. Returns their number, 0 at the end. */
  readonly read: (buffer: Uint8Array, offset: number) => Promise<number>;
}

const codes: Readonly<Record<string, RefusalCode>> = {
  ENOENT: "file-missing",
  ENOTDIR: "file-missing",
  ENXIO: "not-a-file",
  EISDIR: "not-a-file",
  ELOOP: "path-refused",
  EACCES: "path-refused",
  EPERM: "path-refused",
  ENAMETOOLONG: "path-refused",
};

/** Opens a regular file below the root. Links are allowed if they stay below. */
export async function openBeneath(root: string, components: readonly string[]): Promise<OpenFile> {
  try {
    return await openPlace(root, await resolveBeneath(root, components));
  } catch (error) {
    throw refusedBy(error, codes);
  }
}

/** Returns the current target of a path. The opener must check again: it may change until then. */
async function resolveBeneath(root: string, components: readonly string[]): Promise<string> {
  try {
    const place = await realpath(join(root, ...components));
    checkPlace(root, place);
    return place;
  } catch (error) {
    // A dangling link is refused like any link out: otherwise it would reveal what exists outside.
    if (systemCode(error) === "ENOENT" && (await hasLink(root, components))) {
      throw refused("path-refused", error);
    }
    throw error;
  }
}

async function hasLink(root: string, components: readonly string[]): Promise<boolean> {
  let path = root;
  for (const component of components) {
    path = join(path, component);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) return false;
    if (found.isSymbolicLink()) return true;
  }
  return false;
}

/** Opens first and then checks the descriptor: an open file cannot be swapped. */
export async function openPlace(root: string, place: string): Promise<OpenFile> {
  // Opening a device can trigger it, so check before. Security does not rely on this check.
  if (!(await lstat(place)).isFile()) throw refused("not-a-file");

  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  await using stack = new AsyncDisposableStack();
  const file = stack.use(await open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  const stats = await file.stat();
  checkKind(stats);
  checkPlace(root, await placeOf(file, place));
  return openFile(file, stats.size, stack.move());
}

function openFile(file: FileHandle, size: number, owned: AsyncDisposableStack): OpenFile {
  return {
    size,
    read: async (buffer, offset) => {
      const { bytesRead } = await file.read(buffer, offset, buffer.length - offset, null);
      return bytesRead;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function checkKind(stats: Stats): void {
  if (!stats.isFile()) throw refused("not-a-file");
  // A hard link's other name may be a refused one, and a file does not know its names.
  if (stats.nlink !== 1) throw refused("path-refused");
}

function checkPlace(root: string, place: string): void {
  const path = pathBelow(root, place);
  if (path === undefined && place !== root) throw refused("path-refused");
  checkNames(path ?? "");
}
