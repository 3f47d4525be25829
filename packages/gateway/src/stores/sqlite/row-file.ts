import type { Clock } from "../../foundation/kernel/clock.ts";
import type { AuditEntry, Link } from "../audit-store.ts";
import type { Added, Tail, Written } from "./chain.ts";
import { openForRows, type RowConnection } from "./connection.ts";
import type { DatabaseSettings } from "./database.ts";
import { asStoreError, endsConnection } from "./faults.ts";
import { identityOf } from "./file.ts";

/** The file of the thread, opened once more by whoever adds rows without it. It waits for nobody. */
export interface RowFile extends Disposable {
  /** Undefined where nothing was added and the thread should try. Throws where nobody can say. */
  readonly add: (entries: readonly AuditEntry[]) => Added | undefined;
  /** To be called when the thread has added rows: only a file that it found in order is opened. */
  readonly isFine: () => void;
  /** The last row added here, where the file may have become another since. The thread must find it there. */
  readonly behind: () => Tail | undefined;
}

/**
 * Where many rows come at once, others came just before: a look at the file is then good for a moment. While a
 * commit is on its way, as much can happen to the file unseen.
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
        // A commit that failed may have happened all the same. Before it, nothing has.
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

/** Leaves waiting, and the write-ahead log, to the thread. */
function openNow({ settings, link, written }: Opening): RowConnection {
  return openForRows({ ...settings, checkpoints: false }, { link, patiently: atOnce, written });
}

function atOnce<Result>(work: () => Result): Result {
  return work();
}
