import { stat, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { storeDeadlineMs } from "../../stores/store-error.ts";

/** A mutex across all processes of a machine. */
export interface FileLock extends AsyncDisposable {
  /**
   * Runs the work under the lock, and releases it even if the work throws. Rejects if another
   * holder does not release it.
   */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The lock could not be acquired. The message is ours and names no path. */
export class FileLockError extends Error {
  override readonly name = "FileLockError";
}

const pauseMs = 5;

/**
 * Opens a lock on an empty SQLite database. Its transaction is a lock kept by the system: it is
 * released if the process dies, and cannot be taken from a slow one.
 */
export async function openFileLock(
  path: string,
  clock: Clock,
  timeoutMs = storeDeadlineMs,
): Promise<FileLock> {
  let lock: Lock | undefined = await openLock(path);
  let isOpening = false;

  const reopen = async (): Promise<void> => {
    isOpening = true;
    try {
      lock?.database.close();
      lock = undefined;
      lock = await openLock(path);
    } finally {
      isOpening = false;
    }
  };
  const taken = async (): Promise<DatabaseSync | undefined> => {
    const identity = await identityOf(path);
    // Abandoned work may still be running.
    if (isOpening || lock?.database.isTransaction === true) return undefined;
    // The file was removed, so others lock a different one.
    if (lock?.identity !== identity) {
      await reopen();
      return undefined;
    }
    const { database } = lock;
    if (!begins(database)) return undefined;
    if ((await identityOf(path)) === identity) return database;
    database.exec("ROLLBACK");
    return undefined;
  };
  return {
    hold: async (work) => {
      const end = clock.monotonic() + timeoutMs;
      let database = await taken();
      for (; database === undefined; database = await taken()) {
        if (clock.monotonic() >= end) throw new FileLockError("Another process holds the file.");
        await clock.sleep(pauseMs);
      }
      try {
        return await work();
      } finally {
        database.exec("ROLLBACK");
      }
    },
    [Symbol.asyncDispose]: async () => {
      lock?.database.close();
      lock = undefined;
    },
  };
}

interface Lock {
  readonly database: DatabaseSync;
  readonly identity: string;
}

async function openLock(path: string): Promise<Lock> {
  // Never opened and closed separately: closing a file releases all of the process's locks on it.
  await writeFile(path, "", { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const identity = await identityOf(path);
  try {
    return { database: new DatabaseSync(path), identity };
  } catch (error) {
    throw unusable(error);
  }
}

function unusable(cause: unknown): FileLockError {
  return new FileLockError("The lock file is not ours, or cannot be used.", { cause });
}

/** Returns false if another process holds the lock. */
function begins(database: DatabaseSync): boolean {
  try {
    database.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return false;
    throw unusable(error);
  }
}

const busy = 5;

/** Identifies the file: a replacement at the same path has another identity. */
export async function identityOf(path: string): Promise<string> {
  try {
    const { dev, ino } = await stat(path);
    return `${dev} ${ino}`;
  } catch {
    return "none";
  }
}
