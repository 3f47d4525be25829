import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AuditEntry, Link } from "../audit-store.ts";
import type { Added, Tail, Written } from "./chain.ts";
import { openForRows, type RowConnection } from "./connection.ts";
import type { DatabaseConfig } from "./database.ts";
import { asStoreError, endsConnection } from "./faults.ts";
import { identityOf } from "./file.ts";

/**
 * Under load, a check of the file's identity stays valid for a moment. As much can happen to the
 * file unseen during a commit.
 */
const many = 4;
const goodForMs = 5;

export interface RowFileDeps extends Pick<Runtime, "clock"> {
  readonly link: Link;
}

/**
 * A second connection to the thread's file, which adds rows without the thread. It never waits for
 * a lock.
 */
export class RowFile implements Disposable {
  readonly #config: DatabaseConfig;
  readonly #deps: RowFileDeps;
  readonly #written: Written = {};
  #open: { readonly connection: RowConnection; readonly identity: string } | undefined;
  #isFine = false;
  #checkedAt = -Infinity;

  constructor(config: DatabaseConfig, deps: RowFileDeps) {
    this.#config = config;
    this.#deps = deps;
  }

  /** Undefined if nothing was added and the thread should try. Throws if the outcome is unknown. */
  add(entries: readonly AuditEntry[]): Added | undefined {
    const progress = { isAdded: false };
    try {
      const connection = this.#current(entries.length);
      return connection?.transact("committed", () => {
        const added = connection.chain.add(entries);
        progress.isAdded = true;
        return added;
      });
    } catch (error) {
      if (this.#open === undefined || endsConnection(error)) this[Symbol.dispose]();
      // A failed commit may have happened all the same. Before it, nothing has.
      if (progress.isAdded) throw asStoreError(error);
      return undefined;
    }
  }

  /** Must be called when the thread has added rows: only a file it has verified is opened. */
  isFine(): void {
    this.#isFine = true;
  }

  /**
   * The last row added here if the file may have been replaced since. The thread must find it
   * there.
   */
  behind(): Tail | undefined {
    return this.#isFine ? undefined : this.#written.last;
  }

  [Symbol.dispose](): void {
    const database = this.#open?.connection.database;
    this.#open = undefined;
    this.#isFine = false;
    database?.close();
  }

  #current(rows: number): RowConnection | undefined {
    if (!this.#isFine) return undefined;
    const now = this.#deps.clock.monotonic();
    const open = this.#open;
    if (open !== undefined && rows >= many && now - this.#checkedAt < goodForMs) {
      return open.connection;
    }
    this.#checkedAt = now;
    const identity = identityOf(this.#config.path);
    this.#open ??= { connection: this.#openNow(), identity };
    if (this.#open.identity === identity) return this.#open.connection;
    this[Symbol.dispose]();
    return undefined;
  }

  /** Opens without lock waits or checkpoints: both are left to the thread. */
  #openNow(): RowConnection {
    const deps = { link: this.#deps.link, retry: atOnce, written: this.#written };
    return openForRows({ ...this.#config, checkpoints: false }, deps);
  }
}

function atOnce<Result>(work: () => Result): Result {
  return work();
}

/**
 * Adds entries synchronously. Undefined if the thread has to do it. Throws if the outcome is
 * unknown.
 */
export type QuickAppend = (entries: readonly AuditEntry[]) => Added | undefined;

/** At most about a millisecond of work. */
const maxEntries = 64;
const maxCharacters = 64 * 1024;
/** Every so many groups, one goes to the thread, whose commits checkpoint the write-ahead log. */
const turnOfThread = 512;
/** After a slower commit than this, the thread takes over for a while. */
const slowMs = 20;
const whileMs = 1_000;

/**
 * Adds small groups of rows synchronously in the calling tick. A round trip to the thread costs
 * several times the write itself if no disk sync is needed. The thread does the rest: syncs, large
 * groups, lock waits, checkpoints and faulty files.
 */
export function createQuickAppend(
  file: Pick<RowFile, "add">,
  clock: Pick<Runtime["clock"], "monotonic">,
): QuickAppend {
  let turn = 0;
  let notBefore = -Infinity;

  return function appendQuickly(entries) {
    turn = (turn + 1) % turnOfThread;
    const began = clock.monotonic();
    if (turn === 0 || began < notBefore || isLarge(entries)) return undefined;
    const added = file.add(entries);
    const ended = clock.monotonic();
    if (ended - began > slowMs) notBefore = ended + whileMs;
    return added;
  };
}

function isLarge(entries: readonly AuditEntry[]): boolean {
  if (entries.length > maxEntries) return true;
  return entries.reduce((sum, { body }) => sum + body.length, 0) > maxCharacters;
}
