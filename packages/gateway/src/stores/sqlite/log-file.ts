import { closeSync, fdatasync, fstatSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { identityIn } from "./file.ts";

/** Waits until all that was written to an open file is on disk. */
export type Sync = (descriptor: number) => Promise<void>;

export const syncData: Sync = (descriptor) =>
  new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
  });

/**
 * The write-ahead log of a database, for syncs off the main thread. SQLite takes no lock on this
 * file, so closing it here releases none (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export class LogFile implements Disposable {
  readonly #descriptor: number;
  readonly #sync: Sync;
  #pending = 0;
  #isOver = false;

  constructor(path: string, sync: Sync) {
    // Windows syncs only a file that is open for writing.
    this.#descriptor = openSync(`${path}-wal`, "r+");
    this.#sync = sync;
    syncFolder(dirname(path));
  }

  /** Identifies the open file, as `identityOf` does the named one. */
  get identity(): string {
    return identityIn(fstatSync(this.#descriptor));
  }

  /** Commits before this call are on disk when it resolves. */
  async sync(): Promise<void> {
    this.#pending += 1;
    try {
      await this.#sync(this.#descriptor);
    } finally {
      this.#pending -= 1;
      this.#closeIfOver();
    }
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#closeIfOver();
  }

  /** A pending sync keeps the file open: its descriptor could be reused for another file. */
  #closeIfOver(): void {
    if (this.#isOver && this.#pending === 0) closeSync(this.#descriptor);
  }
}

/** SQLite syncs the name of a new log with its first full commit, which may not have happened. */
function syncFolder(folder: string): void {
  const descriptor = openFolder(folder);
  if (descriptor === undefined) return;
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns undefined on Windows, which opens no folders and keeps names in a journal. */
function openFolder(folder: string): number | undefined {
  try {
    return openSync(folder, "r");
  } catch {
    return undefined;
  }
}
