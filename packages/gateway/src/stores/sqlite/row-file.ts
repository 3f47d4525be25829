import { setImmediate as nextTurn } from "node:timers/promises";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AuditEntry, Durability, Link } from "../audit-store.ts";
import type { Added, Tail, Written } from "./chain.ts";
import { openForRows, type RowConnection } from "./connection.ts";
import type { DatabaseConfig } from "./database.ts";
import { asStoreError, endsConnection } from "./faults.ts";
import { identityOf } from "./file.ts";
import { LogFile, logOf, type Sync, syncData } from "./log-file.ts";

/**
 * Under load, a check of the file's identity stays valid for a moment. As much can happen to the
 * file unseen during a commit.
 */
const many = 4;
const goodForMs = 5;
/** Delay before the next try after the file could not be opened. */
const openAgainMs = 1_000;

export interface RowFileDeps extends Pick<Runtime, "clock"> {
  readonly link: Link;
  /** Default: the system's. */
  readonly sync?: Sync | undefined;
  /** Whether the log may lack rows on disk that are in it. Then nothing is added. Default: never. */
  readonly isTorn?: () => boolean;
  /** Called when a sync has failed. */
  readonly tore?: () => void;
}

interface OpenFile {
  readonly connection: RowConnection;
  readonly log: LogFile;
  readonly logPath: string;
  readonly identity: string;
}

/**
 * A second connection to the thread's file, which adds rows without the thread. It never waits for
 * a lock.
 */
export class RowFile implements Disposable {
  readonly #config: DatabaseConfig;
  readonly #deps: RowFileDeps;
  readonly #written: Written = {};
  #open: OpenFile | undefined;
  #isFine = false;
  #checkedAt = -Infinity;
  #notBefore = -Infinity;

  constructor(config: DatabaseConfig, deps: RowFileDeps) {
    this.#config = config;
    this.#deps = deps;
  }

  /**
   * Adds nothing if another process is writing (`locked`), or if the thread should do it
   * (undefined). Throws if the outcome is unknown.
   */
  add(entries: readonly AuditEntry[], durability: Durability): Added | "locked" | undefined {
    const progress = { isAdded: false };
    try {
      const connection = this.#currentFor(entries, durability);
      return connection?.transact("committed", () => {
        const added = connection.chain.add(entries);
        progress.isAdded = true;
        return added;
      });
    } catch (error) {
      if (this.#open === undefined || endsConnection(error)) this.#giveUp();
      // A failed commit may have happened all the same. Before it, nothing has.
      if (progress.isAdded) throw asStoreError(error);
      return asStoreError(error).kind === "locked" ? "locked" : undefined;
    }
  }

  /**
   * Syncs the file that rows were added to, so that they survive a power loss. Undefined if the
   * thread should do it. Rejects if the outcome is unknown.
   */
  sync(): Promise<void> | undefined {
    const open = this.#open;
    if (open === undefined || open.log.isSyncing) return undefined;
    return open.log.sync().catch((error: unknown) => {
      this.#deps.tore?.();
      if (this.#open === open) this[Symbol.dispose]();
      throw asStoreError(error);
    });
  }

  /** Syncs commits of some time ago, if the file still has its name. */
  flush(): Promise<void> | undefined {
    return this.#open !== undefined && this.#isNamed(this.#open) ? this.sync() : undefined;
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
    const open = this.#open;
    this.#open = undefined;
    this.#isFine = false;
    open?.connection.database.close();
    open?.log[Symbol.dispose]();
  }

  #currentFor(entries: readonly AuditEntry[], durability: Durability): RowConnection | undefined {
    if (!this.#isUsable()) return undefined;
    if (durability === "committed") return this.#current(entries.length);
    const connection = this.#current(1);
    // The thread syncs what comes while a sync is pending.
    return this.#open?.log.isSyncing === true ? undefined : connection;
  }

  #isUsable(): boolean {
    const { clock, isTorn } = this.#deps;
    return this.#isFine && clock.monotonic() >= this.#notBefore && isTorn?.() !== true;
  }

  #current(rows: number): RowConnection | undefined {
    const now = this.#deps.clock.monotonic();
    const open = this.#open;
    if (open !== undefined && rows >= many && now - this.#checkedAt < goodForMs) {
      return open.connection;
    }
    this.#checkedAt = now;
    this.#open ??= this.#openNow();
    if (this.#isNamed(this.#open)) return this.#open.connection;
    this[Symbol.dispose]();
    return undefined;
  }

  /** Closes the file. One that could not even be opened is not tried again at once. */
  #giveUp(): void {
    if (this.#open === undefined) this.#notBefore = this.#deps.clock.monotonic() + openAgainMs;
    this[Symbol.dispose]();
  }

  /** Tells whether the open files still have their names. */
  #isNamed({ identity, logPath }: OpenFile): boolean {
    return identity === identityOf(this.#config.path, logPath);
  }

  /** Opens without lock waits or checkpoints: both are left to the thread. */
  #openNow(): OpenFile {
    const { link, sync = syncData } = this.#deps;
    const { path } = this.#config;
    const logPath = logOf(path);
    const identity = identityOf(path, logPath);
    const rows = { link, retry: atOnce, written: this.#written };
    const connection = openForRows({ ...this.#config, checkpoints: false }, rows);
    try {
      const log = new LogFile(logPath, sync);
      return { connection, log, logPath, identity: sameOr(identity, log) };
    } catch (error) {
      connection.database.close();
      throw error;
    }
  }
}

/** Returns no identity if the log was replaced while it was opened: then the file is not used. */
function sameOr(identity: string, log: LogFile): string {
  return identity.endsWith(` ${log.identity}`) ? identity : "";
}

function atOnce<Result>(work: () => Result): Result {
  return work();
}

/** Adds entries on this thread. Undefined if the other one has to. Throws if the outcome is unknown. */
export type QuickAppend = (
  entries: readonly AuditEntry[],
  durability: Durability,
) => Added | undefined | Promise<Added | undefined>;

/** At most about a millisecond of work. */
const maxEntries = 64;
const maxCharacters = 64 * 1024;
/** Every so many groups, one goes to the thread, whose commits checkpoint the write-ahead log. */
const turnOfThread = 512;
/** After a slower commit than this, the thread takes over for a while. */
const slowMs = 20;
const whileMs = 1_000;
/** Another process commits within a turn or two. Waiting for it in the thread costs more. */
const maxTurns = 8;

/**
 * Adds small groups of rows synchronously in the calling tick. A round trip to the thread costs
 * several times the write itself. The thread does the rest: large groups, lock waits, checkpoints
 * and faulty files.
 */
export function createQuickAppend(
  file: Pick<RowFile, "add">,
  clock: Pick<Runtime["clock"], "monotonic">,
): QuickAppend {
  let turn = 0;
  let notBefore = -Infinity;

  const add: RowFile["add"] = (entries, durability) => {
    const began = clock.monotonic();
    const added = file.add(entries, durability);
    const ended = clock.monotonic();
    if (ended - began > slowMs) notBefore = ended + whileMs;
    return added;
  };

  const addUnlocked: QuickAppend = async (entries, durability) => {
    for (let waited = 0; waited < maxTurns; waited += 1) {
      await nextTurn();
      const added = add(entries, durability);
      if (added !== "locked") return added;
    }
    return undefined;
  };

  return function appendQuickly(entries, durability) {
    turn = (turn + 1) % turnOfThread;
    if (turn === 0 || clock.monotonic() < notBefore || isLarge(entries)) return undefined;
    const added = add(entries, durability);
    return added === "locked" ? addUnlocked(entries, durability) : added;
  };
}

function isLarge(entries: readonly AuditEntry[]): boolean {
  if (entries.length > maxEntries) return true;
  return entries.reduce((sum, { body }) => sum + body.length, 0) > maxCharacters;
}
