import { resolve } from "node:path";
import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import {
  emptyLock,
  formatLock,
  type Lock,
  mergeLock,
} from "@toolcourt/contracts/internal/lock/lock";
import { parseLock } from "@toolcourt/contracts/internal/lock/parse-lock";
import { printable } from "../boundary/files/printable.ts";
import { type ReadingDeps, readText } from "../boundary/files/read-file.ts";
import { makeFolderOf, takeTurn, whyUnwritable, writeWhole } from "../boundary/files/write-file.ts";

export const lockName = "toolcourt.lock";

const maxLockMb = 64;

export type LockDeps = ReadingDeps & Pick<Runtime, "clock">;

/**
 * Reads, changes and writes the lock under a mutex across processes. If the change returns nothing,
 * the file stays unchanged. Resolves to whether it was written.
 */
export async function changeLock(
  file: string,
  change: (there: Lock | undefined) => Lock | undefined,
  place: LockDeps,
): Promise<boolean> {
  const { folder, clock } = place;
  await makeFolderOf(folder, file);
  await using stack = new AsyncDisposableStack();
  const turn = takeTurn(resolve(folder, `${file}.turn`), clock);
  stack.use(await turn.catch((error: unknown) => refuse(file, error)));
  const next = change(await readLock(file, place));
  if (next === undefined) return false;
  await writeWhole(folder, file, formatLock(next));
  return true;
}

function refuse(file: string, cause: unknown): never {
  const because = whyUnwritable(cause);
  throw new Refusal("write-failed", { file: printable(file), because }, { cause });
}

/** Merges a gateway's changes into the lock, including concurrent changes by others. */
export function createLockSaver(
  file: string,
  lock: Lock | undefined,
  place: LockDeps,
): (next: Lock) => Promise<void> {
  let base = lock ?? emptyLock;
  return async (next) => {
    const merged = (there: Lock | undefined): Lock =>
      there === undefined ? next : mergeLock({ base, next, there });
    await changeLock(file, merged, place);
    base = next;
  };
}

/** Returns undefined if there is no lock yet. */
export async function readLock(file: string, deps: ReadingDeps): Promise<Lock | undefined> {
  try {
    return parseLock(await readText(file, deps, maxLockMb), printable(file));
  } catch (error) {
    if (hasCode(error, "file-unreadable") && error.details.because === "missing") return undefined;
    if (!hasCode(error, "json-invalid")) throw error;
    // Locks are generated, so advice on fixing JSON by hand would not help.
    const { expected, ...place } = error.details;
    const problem = `Expected ${expected}.`;
    throw new Refusal("lock-invalid", { ...place, problem }, { cause: error });
  }
}
