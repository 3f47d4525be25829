import type { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { Pool, PoolClient, QueryConfig } from "pg";
import type { Row } from "../rows.ts";
import { StoreError } from "../store-error.ts";

export interface StatementDeadline {
  readonly deadlines: Deadlines;
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
  { deadlines, when }: StatementDeadline,
): Promise<readonly Row[]> {
  const client = await pool.connect();
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

async function cancel(pool: Pool, client: PoolClient): Promise<void> {
  if (!("processID" in client)) return;
  await pool.query("SELECT pg_cancel_backend($1)", [client.processID]);
}
