import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { identityOf } from "./file-lock.ts";

/** An append-only file, as long as it is the one at its path. */
export interface AppendedFile {
  /**
   * Opens a file that has replaced ours. Rejects if there is none: the loss would go unnoticed
   * otherwise.
   */
  readonly current: () => Promise<{ readonly handle: FileHandle; readonly isOther: boolean }>;
  readonly isInPlace: () => Promise<boolean>;
}

const asItIs = constants.O_RDWR | constants.O_APPEND;

/**
 * Opens the file. Creates it if missing, only this once and unless it must exist. The stack closes
 * it.
 */
export async function openAppended(
  path: string,
  stack: AsyncDisposableStack,
  { mayBeMade = true } = {},
): Promise<AppendedFile> {
  let handle = await open(path, mayBeMade ? "a+" : asItIs, 0o600);
  stack.defer(() => handle.close());
  const isInPlace = async (): Promise<boolean> => {
    const { dev, ino } = await handle.stat();
    return (await identityOf(path)) === `${dev} ${ino}`;
  };
  return {
    isInPlace,
    current: async () => {
      if (await isInPlace()) return { handle, isOther: false };
      const other = await open(path, asItIs);
      await handle.close();
      handle = other;
      return { handle, isOther: true };
    },
  };
}
