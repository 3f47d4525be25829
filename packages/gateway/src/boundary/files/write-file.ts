import { lstat, mkdir, mkdtemp, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import type { Unwritability } from "@toolcourt/contracts/internal/errors/catalog";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { printable } from "./printable.ts";
import { codeOf } from "./read-file.ts";

/**
 * Writes `path`, relative to `folder`, atomically through a temporary file and a rename. Refuses
 * symlinks in the path below `folder`, since their targets may not be ours.
 */
export async function writeWhole(folder: string, path: string, text: string): Promise<void> {
  const file = printable(path);
  const target = resolve(folder, path);
  await refuseLinks(folder, path);
  let workplace: string | undefined;
  try {
    await makeFolder(dirname(target));
    workplace = await mkdtemp(join(dirname(target), ".writing-"));
    const written = join(workplace, "whole");
    await writeFile(written, text, "utf8");
    await rename(written, target);
  } catch (error) {
    throw new Refusal("write-failed", { file, because: whyUnwritable(error) }, { cause: error });
  } finally {
    if (workplace !== undefined) await rm(workplace, { recursive: true, force: true });
  }
}

const reasons: ReadonlyMap<string, Unwritability> = new Map([
  ["EACCES", "forbidden"],
  ["EDQUOT", "full"],
  ["EISDIR", "folder"],
  ["ENOENT", "missing"],
  ["ENOSPC", "full"],
  ["ENOTDIR", "not-folder"],
  ["EPERM", "forbidden"],
  ["EROFS", "read-only"],
]);

export function whyUnwritable(error: unknown): Unwritability {
  return reasons.get(codeOf(error)) ?? "failed";
}

/** Creates the parent folder of a file, with the same checks. */
export async function makeFolderOf(folder: string, path: string): Promise<void> {
  await refuseLinks(folder, path);
  await makeFolder(dirname(resolve(folder, path))).catch((error: unknown) => {
    throw new Refusal(
      "write-failed",
      { file: printable(path), because: whyUnwritable(error) },
      { cause: error },
    );
  });
}

async function refuseLinks(folder: string, path: string): Promise<void> {
  const root = resolve(folder);
  const target = resolve(folder, path);
  const places = [target, dirname(target)];
  // Symlinks above the given folder are the user's choice.
  for (let place = dirname(target); place.startsWith(`${root}${sep}`); place = dirname(place)) {
    places.push(place);
  }
  for (const place of places) {
    if (!(await isLink(place))) continue;
    throw new Refusal("write-failed", { file: printable(path), because: "link" });
  }
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

// Not `recursive`: it never returns if a folder accepts no entries, as in /proc.
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}

/** A turn lasts milliseconds. An older one belongs to a killed run. */
const maxMs = 3_000;
const timeoutMs = 30_000;
const pollMs = 20;

/**
 * Acquires a mutex across processes: the folder `path` exists while it is held. Throws after a
 * timeout.
 */
export async function takeTurn(path: string, clock: Clock): Promise<AsyncDisposable> {
  const started = clock.monotonic();
  const ending = `${path}-ending`;
  const [isLeft, isEndingLeft] = [createLook(path, clock), createLook(ending, clock)];
  while (clock.monotonic() - started < timeoutMs) {
    if (await isMade(path)) return { [Symbol.asyncDispose]: () => removed(path) };
    // Only one run may take over: a second one would remove the turn that follows.
    if ((await isLeft()) && (await isMade(ending))) {
      if (await isLeft()) await rm(path, { recursive: true, force: true });
      await removed(ending);
      continue;
    }
    if (await isEndingLeft()) await removed(ending);
    await clock.sleep(pollMs);
  }
  throw new Error("Another run holds the lock and does not release it.");
}

/** Returns a check whether the folder has stayed the same for longer than any turn lasts. */
function createLook(path: string, clock: Clock): () => Promise<boolean> {
  let seen: { readonly which: string; readonly since: number } | undefined;
  return async () => {
    const which = await stat(path).then(
      ({ ino, birthtimeMs, mtimeMs }) => [ino, birthtimeMs, mtimeMs].join(" "),
      () => undefined,
    );
    if (which === undefined) seen = undefined;
    else if (seen?.which !== which) seen = { which, since: clock.monotonic() };
    return seen !== undefined && clock.monotonic() - seen.since > maxMs;
  };
}

async function removed(path: string): Promise<void> {
  await rmdir(path).catch(() => undefined);
}

async function isMade(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}
