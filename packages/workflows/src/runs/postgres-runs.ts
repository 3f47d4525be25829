import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { Pool } from "pg";
import type { RunStore } from "./run-store.ts";

/** Where the tables are, apart from everybody else's. */
const schema = "toolcourt_workflows";

/** Any number that others in the same database do not use. */
const setupLock = 7_305_114_290;

const waitMs = 10_000;

/**
 * Keeps runs in a PostgreSQL database, which has to outlive the processes that run them. Connects when it is first
 * used, and makes its tables then.
 */
export function postgresRuns(address: string): RunStore & AsyncDisposable {
  const pool = new Pool({
    connectionString: address,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
    allowExitOnIdle: true,
  });
  // A connection that is lost while nobody uses it is replaced. Without a listener it would end the process.
  pool.on("error", () => undefined);
  const saver = new PostgresSaver(pool, undefined, { schema });
  let ready: Promise<void> | undefined;

  return {
    saver: async () => {
      ready ??= setUp(pool, saver);
      try {
        await ready;
      } catch (error) {
        ready = undefined;
        throw error;
      }
      return saver;
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

// One at a time: two that make the same table at once disturb each other.
async function setUp(pool: Pool, saver: PostgresSaver): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [setupLock]);
    await saver.setup();
  } finally {
    // Closing the connection gives the lock back, whatever has happened.
    client.release(true);
  }
}
