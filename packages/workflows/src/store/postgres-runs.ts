import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { Pool } from "pg";
import { z } from "zod";
import { createRetention, type RetentionOptions, type RunStore, type Sweeps } from "./run-store.ts";

/** A database schema of our own for the tables. */
const schema = "toolcourt_workflows";

/** Advisory lock key. An arbitrary number unused by others in the same database. */
const setupLock = 7_305_114_290;

const waitMs = 10_000;

/**
 * Keeps runs in a PostgreSQL database, which must outlive the processes. Connects and creates its
 * tables on first use.
 *
 * @example
 * ```ts
 * await using runs = postgresRuns("postgres://localhost/workflows", { keepForDays: 7 });
 * await runs.sweep(new Date()); // the number of deleted runs
 * ```
 */
export function postgresRuns(
  address: string,
  options: RetentionOptions = {},
): RunStore & Sweeps & AsyncDisposable {
  const pool = new Pool({
    connectionString: address,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
    allowExitOnIdle: true,
  });
  // The pool replaces a lost idle connection. Without a listener the error would end the process.
  pool.on("error", () => undefined);
  const saver = new PostgresSaver(pool, undefined, { schema });
  let ready: Promise<void> | undefined;
  const set = async (): Promise<void> => {
    ready ??= setUp(pool, saver);
    try {
      await ready;
    } catch (error) {
      ready = undefined;
      throw error;
    }
  };
  const { sweep, ...retention } = createRetention(options, async (since) => {
    await set();
    return deleteIdle(pool, since);
  });

  return {
    saver: async () => {
      await set();
      return saver;
    },
    forget: async ({ thread, namespace, ids }) => {
      await set();
      await pool.query(oldMarks, [thread, namespace, ids]);
    },
    isSorted: true,
    retention,
    sweep,
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

// Serialized: concurrent creation of the same table fails.
async function setUp(pool: Pool, saver: PostgresSaver): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [setupLock]);
    await saver.setup();
  } finally {
    // Closing the connection releases the lock in every case.
    client.release(true);
  }
}

const markedBy = "thread_id = $1 AND checkpoint_ns = $2 AND checkpoint_id = ANY($3)";

const oldMarks = `
  WITH writes AS (DELETE FROM ${schema}.checkpoint_writes WHERE ${markedBy})
  DELETE FROM ${schema}.checkpoints WHERE ${markedBy}`;

/** Long timeout, because a sweep scans every table. */
const sweepMs = 120_000;
const maxPerSweep = 1_000;

// One statement, so that deletion of a run is atomic. Step marks are checkpoints too, so each
// access to a run updates its last timestamp.
const idleRuns = `
  WITH idle AS (
    SELECT thread_id FROM ${schema}.checkpoints
     GROUP BY thread_id HAVING max(checkpoint->>'ts') < $1 LIMIT ${maxPerSweep}
  ), blobs AS (
    DELETE FROM ${schema}.checkpoint_blobs WHERE thread_id IN (SELECT thread_id FROM idle)
  ), writes AS (
    DELETE FROM ${schema}.checkpoint_writes WHERE thread_id IN (SELECT thread_id FROM idle)
  ), points AS (
    DELETE FROM ${schema}.checkpoints WHERE thread_id IN (SELECT thread_id FROM idle)
  )
  SELECT count(*)::int AS count FROM idle`;

const counted = z.tuple([z.object({ count: z.int() })]);

async function deleteIdle(pool: Pool, since: Date): Promise<number> {
  const query = { text: idleRuns, values: [since.toISOString()], query_timeout: sweepMs };
  const [{ count }] = counted.parse((await pool.query(query)).rows);
  return count;
}
