import { stat, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { storeDeadlineMs } from "../../stores/store-error.ts";

/** The lock could not be acquired. The message is ours and names no path. */
export class FileLockError extends Error {
  override readonly name = "FileLockError";
}

const pauseMs = 5;

/**
 * A mutex across all processes of a machine, on an empty SQLite database. Its transaction is a lock
 * kept by the system: it is released if the process dies, and cannot be taken from a slow one.
 */
export class FileLock implements AsyncDisposable {
  readonly #path: string;
  readonly #clock: Clock;
  #lock: Lock | undefined;
  #isOpening = false;

  private constructor(path: string, clock: Clock, lock: Lock) {
    this.#path = path;
    this.#clock = clock;
    this.#lock = lock;
  }

  static async open(path: string, clock: Clock): Promise<FileLock> {
    return new FileLock(path, clock, await openLock(path));
  }

  /**
   * Runs the work under the lock, and releases it even if the work throws. Rejects if another
   * holder does not release it.
   */
  async hold<T>(work: () => Promise<T>, timeoutMs = storeDeadlineMs): Promise<T> {
    const end = this.#clock.monotonic() + timeoutMs;
    let database = await this.#taken();
    for (; database === undefined; database = await this.#taken()) {
      if (this.#clock.monotonic() >= end) {
        throw new FileLockError("Another process holds the file.");
      }
      await this.#clock.sleep(pauseMs);
    }
    try {
      return await work();
    } finally {
      database.exec("ROLLBACK");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#lock?.database.close();
    this.#lock = undefined;
  }

  async #taken(): Promise<DatabaseSync | undefined> {
    const identity = await identityOf(this.#path);
    // Abandoned work may still be running.
    if (this.#isOpening || this.#lock?.database.isTransaction === true) return undefined;
    // The file was removed, so others lock a different one.
    if (this.#lock?.identity !== identity) {
      await this.#reopen();
      return undefined;
    }
    const { database } = this.#lock;
    if (!begins(database)) return undefined;
    if ((await identityOf(this.#path)) === identity) return database;
    database.exec("ROLLBACK");
    return undefined;
  }

  async #reopen(): Promise<void> {
    this.#isOpening = true;
    try {
      this.#lock?.database.close();
      this.#lock = undefined;
      this.#lock = await openLock(this.#path);
    } finally {
      this.#isOpening = false;
    }
  }
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
