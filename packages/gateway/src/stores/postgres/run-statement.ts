import type { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { Pool, PoolClient, QueryConfig } from "pg";
import type { Row } from "../rows.ts";
import { StoreError } from "../store-error.ts";

export interface StatementDeadline {
  readonly deadlines: Deadlines;
  /** Called when the database is closed, and emptied. */
  readonly onClose: Set<() => void>;
  /** In monotonic milliseconds. */
  readonly when: number;
}

/** How long a canceled statement may take to say how it ended. */
const graceMs = 100;

/**
 * Runs a statement that commits by itself. One that is late is canceled, so that it says how it
 * ended: it may still have been in time. Without an answer its connection is closed.
 */
export async function runStatement(
  pool: Pool,
  statement: QueryConfig,
  { deadlines, when, onClose }: StatementDeadline,
): Promise<readonly Row[]> {
  const client = await connected(pool, onClose);
  const silent = Promise.withResolvers<never>();
  const state = { isLate: false, isDone: false };
  let stop = deadlines.at(when, () => {
    state.isLate = true;
    cancel(pool, client).catch(() => undefined);
    stop = deadlines.at(when + graceMs, () => silent.reject(new StoreError("overdue")));
  });
  try {
    const { rows } = await Promise.race([client.query<Row>(statement), silent.promise]);
    state.isDone = true;
    return rows;
  } finally {
    stop();
    // A cancellation may still be on its way, and would hit the next statement.
    client.release(state.isLate || !state.isDone);
  }
}

/** Takes a connection. If the database is closed first, nothing was sent, so nothing is waited for. */
function connected(pool: Pool, onClose: Set<() => void>): Promise<PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<PoolClient>();
  const giveUp = (): void => reject(new StoreError("closed"));
  onClose.add(giveUp);
  const connect = async (): Promise<void> => {
    const client = await pool.connect();
    if (onClose.has(giveUp)) resolve(client);
    else client.release(true);
  };
  connect()
    .catch(reject)
    .finally(() => onClose.delete(giveUp));
  return promise;
}

async function cancel(pool: Pool, client: PoolClient): Promise<void> {
  if (!("processID" in client)) return;
  await pool.query("SELECT pg_cancel_backend($1)", [client.processID]);
}
