import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../store-error.ts";

/** Which files a connection holds open. Changes when one is removed, replaced or gets other rights behind its back. */
export function identityOf(path: string): string {
  return [path, `${path}-wal`]
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false });
      return found === undefined ? "none" : `${found.dev}:${found.ino}:${found.mode}`;
    })
    .join(" ");
}

/**
 * It holds names, arguments, policies and approvals: whoever can write it can approve. That may be a group
 * of operators, each of whom decides under a name of their own, and never everybody.
 */
export function assertNotPublic(path: string): void {
  const found = statSync(path);
  // Nobody should take the rights of others from a folder or a device that we were pointed at by mistake.
  if (!found.isFile()) throw new StoreError("corrupt");
  if ((found.mode & 0o007) !== 0) throw new StoreError("exposed");
}

/** SQLite opens what it may not write, and says so late and in several ways. */
export function assertWritable(path: string): void {
  const { mode } = statSync(path);
  // A superuser may write everything. Who takes the right away from everybody means us too.
  if ((mode & 0o222) === 0) throw new StoreError("read-only");
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new StoreError("read-only", { cause: error });
  }
}
