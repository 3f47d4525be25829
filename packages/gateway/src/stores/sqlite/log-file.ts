import { closeSync, fdatasync, fstatSync, openSync, realpathSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { identityIn } from "./file.ts";

/** Waits until all that was written to an open file is on disk. */
export type Sync = (descriptor: number) => Promise<void>;

export const syncData: Sync = (descriptor) =>
  new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
  });

/** Returns the path of the write-ahead log. SQLite puts it beside the file that a link names. */
export function logOf(path: string): string {
  return `${realpathSync(path)}-wal`;
}

/**
 * The write-ahead log of a database, for syncs off the main thread. SQLite takes no lock on this
 * file, so closing it here releases none (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export class LogFile implements Disposable {
  readonly #descriptor: number;
  readonly #sync: Sync;
  /** Undefined once the name of the log is on disk. */
  #folder: string | undefined;
  #isSyncing = false;
  #isOver = false;

  constructor(path: string, sync: Sync) {
    // Windows syncs only a file that is open for writing.
    this.#descriptor = openSync(path, "r+");
    this.#folder = dirname(path);
    this.#sync = sync;
  }

  /** Identifies the open file, as `identityOf` does the named one. */
  get identity(): string {
    return identityIn(fstatSync(this.#descriptor));
  }

  /**
   * Whether a sync is pending. Then the thread should do the next one. The system reports an error
   * to one of two overlapping syncs, and syncs of a stalled disk would use up the pool.
   */
  get isSyncing(): boolean {
    return this.#isSyncing;
  }

  /** Commits before this call are on disk when it resolves. */
  async sync(): Promise<void> {
    this.#isSyncing = true;
    try {
      if (this.#folder !== undefined) await syncFolder(this.#folder);
      this.#folder = undefined;
      await this.#sync(this.#descriptor);
    } finally {
      this.#isSyncing = false;
      this.#closeIfOver();
    }
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#closeIfOver();
  }

  /** A pending sync keeps the file open: its descriptor could be reused for another file. */
  #closeIfOver(): void {
    if (this.#isOver && !this.#isSyncing) closeSync(this.#descriptor);
  }
}

/**
 * Syncs the name of a new log. SQLite does so with its first full commit, which may not have
 * happened. Like SQLite it ignores failures: not every file system can sync a folder.
 */
async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path, "r");
    await folder.sync();
  } catch {
    // The sync of the log itself tells whether the disk works.
  }
}
