import {
  accessSync,
  constants,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { StoreError } from "../store-error.ts";

/**
 * Returns the identity of the open files. It changes when one is removed, replaced or changes its
 * permissions.
 */
export function identityOf(path: string, log = `${path}-wal`): string {
  return [path, log]
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false });
      return found === undefined ? "none" : identityIn(found);
    })
    .join(" ");
}

export function identityIn({ dev, ino, mode }: Pick<Stats, "dev" | "ino" | "mode">): string {
  return `${dev}:${ino}:${mode}`;
}

/**
 * Throws if all users can read or write the file. It holds names, arguments, policies and
 * approvals, and write access means the power to approve. A group of operators may have it, since
 * each decides under their own name.
 */
export function assertNotPublic(path: string): void {
  const found = statSync(path);
  // Checked first: `exposed` would make an operator restrict a folder or device that the path names
  // by mistake.
  if (!found.isFile()) throw new StoreError("corrupt");
  if ((found.mode & 0o007) !== 0) throw new StoreError("exposed");
}

/** Throws if the file is read-only. SQLite opens such a file, and fails late and inconsistently. */
export function assertWritable(path: string): void {
  const { mode } = statSync(path);
  // A superuser may write any file. A file without any write bit is meant to be read-only for us
  // too.
  if ((mode & 0o222) === 0) throw new StoreError("read-only");
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new StoreError("read-only", { cause: error });
  }
}

/** Creates an empty owner-only file and its folder. An existing file stays as it is. */
export function createPrivateFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Created elsewhere and linked. Opening and closing the file here would release this process's
  // other locks on it (https://sqlite.org/howtocorrupt.html, 2.2).
  const birthplace = mkdtempSync(`${path}.`);
  try {
    const born = join(birthplace, basename(path));
    writeFileSync(born, "", { mode: 0o600 });
    linkSync(born, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(birthplace, { recursive: true, force: true });
  }
}
