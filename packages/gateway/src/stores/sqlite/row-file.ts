import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { AuditEntry, Link } from "../audit-store.ts";
import type { Added, Tail, Written } from "./chain.ts";
import { openForRows, type RowConnection } from "./connection.ts";
import type { DatabaseSettings } from "./database.ts";
import { asStoreError, endsConnection } from "./faults.ts";
import { identityOf } from "./file.ts";

/**
 * A second connection to the thread's file, which adds rows without the thread. It never waits for
 * a lock.
 */
export interface RowFile extends Disposable {
  /** Undefined if nothing was added and the thread should try. Throws if the outcome is unknown. */
  readonly add: (entries: readonly AuditEntry[]) => Added | undefined;
  /** Must be called when the thread has added rows: only a file it has verified is opened. */
  readonly isFine: () => void;
  /**
   * The last row added here if the file may have been replaced since. The thread must find it
   * there.
   */
  readonly behind: () => Tail | undefined;
}

/**
 * Under load, a check of the file's identity stays valid for a moment. As much can happen to the
 * file unseen during a commit.
 */
const many = 4;
const goodForMs = 5;

export interface RowFileOptions {
  readonly link: Link;
  readonly clock: Pick<Clock, "monotonic">;
}

export function createRowFile(
  settings: DatabaseSettings,
  { link, clock }: RowFileOptions,
): RowFile {
  const written: Written = {};
  let open: { readonly connection: RowConnection; readonly identity: string } | undefined;
  let isFine = false;
  let lookedAt = -Infinity;

  const close = (): void => {
    const database = open?.connection.database;
    open = undefined;
    isFine = false;
    database?.close();
  };
  const current = (rows: number): RowConnection | undefined => {
    if (!isFine) return undefined;
    const now = clock.monotonic();
    if (open !== undefined && rows >= many && now - lookedAt < goodForMs) return open.connection;
    lookedAt = now;
    const identity = identityOf(settings.path);
    open ??= { connection: openNow({ settings, link, written }), identity };
    if (open.identity === identity) return open.connection;
    close();
    return undefined;
  };

  return {
    add: (entries) => {
      const progress = { isAdded: false };
      try {
        const connection = current(entries.length);
        return connection?.transact("committed", () => {
          const added = connection.chain.add(entries);
          progress.isAdded = true;
          return added;
        });
      } catch (error) {
        if (open === undefined || endsConnection(error)) close();
        // A failed commit may have happened all the same. Before it, nothing has.
        if (progress.isAdded) throw asStoreError(error);
        return undefined;
      }
    },
    isFine: () => {
      isFine = true;
    },
    behind: () => (isFine ? undefined : written.last),
    [Symbol.dispose]: close,
  };
}

interface Opening {
  readonly settings: DatabaseSettings;
  readonly link: Link;
  readonly written: Written;
}

/** Opens without lock waits or checkpoints: both are left to the thread. */
function openNow({ settings, link, written }: Opening): RowConnection {
  return openForRows({ ...settings, checkpoints: false }, { link, patiently: atOnce, written });
}

function atOnce<Result>(work: () => Result): Result {
  return work();
}
