import { stat, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { storeDeadlineMs } from "../../stores/store-deadline.ts";

/** Lets one at a time do something, of all processes of a machine. */
export interface FileLock extends AsyncDisposable {
  /** Work that throws lets go as well. Rejects where somebody else does not let go. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The lock could not be had. The message is ours and names no path. */
export class FileLockError extends Error {
  override readonly name = "FileLockError";
}

const pauseMs = 5;

/**
 * The file is an empty database, because a transaction of SQLite is a lock that the system keeps: it goes
 * with a process that dies, and nobody can take it from one that is only slow.
 */
export async function openFileLock(
  path: string,
  clock: Clock,
  mostMs = storeDeadlineMs,
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
    // Work that was given up may still be under way.
    if (isOpening || lock?.database.isTransaction === true) return undefined;
    // Somebody removed the file: others hold another one.
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
      const end = clock.monotonic() + mostMs;
      let database = await taken();
      for (; database === undefined; database = await taken()) {
        if (clock.monotonic() >= end) throw new FileLockError("Somebody else holds the file.");
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
  // Never opened and closed by itself: closing a file lets go of every lock that the process has on it.
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
  return new FileLockError("The file of the lock is none of ours, or cannot be used.", { cause });
}

/** False where another has it. */
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

/** Another file in the same place has another. */
export async function identityOf(path: string): Promise<string> {
  try {
    const { dev, ino } = await stat(path);
    return `${dev} ${ino}`;
  } catch {
    return "none";
  }
}
