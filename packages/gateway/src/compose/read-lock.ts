import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import { parseLock } from "@toolcourt/contracts/internal/lock/parse-lock";
import { printable } from "../boundary/files/printable.ts";
import { type ReadingDeps, readText } from "../boundary/files/read-file.ts";

export const lockName = "toolcourt.lock";
const maxLockMb = 64;

/** Returns undefined if there is no lock yet. */
export async function readLock(file: string, surroundings: ReadingDeps): Promise<Lock | undefined> {
  try {
    return parseLock(await readText(file, surroundings, maxLockMb), printable(file));
  } catch (error) {
    if (hasCode(error, "file-unreadable") && error.details.because === "missing") return undefined;
    if (!hasCode(error, "json-invalid")) throw error;
    // Locks are generated, so advice on fixing JSON by hand would not help.
    const { expected, ...place } = error.details;
    const problem = `Expected ${expected}.`;
    throw new Refusal("lock-invalid", { ...place, problem }, { cause: error });
  }
}
