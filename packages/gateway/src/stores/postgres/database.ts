import { Client, type ClientConfig, Pool, type PoolClient } from "pg";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { Overdue, withTimeout } from "../../foundation/kernel/with-timeout.ts";
import { storeDeadlineMs } from "../store-deadline.ts";
import { StoreError } from "../store-error.ts";
import { toStoreError } from "./faults.ts";
import type { Row } from "./row.ts";
import { createSockets } from "./sockets.ts";

export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** A PostgreSQL that is asked, and that either answers in time or is said not to. */
export interface Database extends AsyncDisposable {
  readonly ask: Ask;
  /**
   * Everything that `work` asks is one step. `begin` begins it and may ask something itself; `work` gets
   * the rows of its last statement. A step may be given more time than its statements have.
   */
  readonly step: <T>(
    begin: string,
    work: (ask: Ask, begun: readonly Row[]) => Promise<T>,
    ms?: number,
  ) => Promise<T>;
  /** A connection of one's own, which whoever asked for it ends. */
  readonly connect: () => Promise<Client>;
}

export interface DatabaseOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly connections: number;
}

/** Connects when it is asked first, and again whenever a connection was lost. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { clock, timeoutMs, connections } = options;
  const sockets = createSockets();
  const config = { ...configFor(url, timeoutMs), stream: sockets.open };
  const pool = new Pool({ ...config, max: connections });
  // A connection that breaks while nobody uses it is replaced when it is needed.
  pool.on("error", () => undefined);
  // One that breaks between two statements of a step says so without anybody having asked.
  pool.on("connect", (client) => client.on("error", () => undefined));
  let isClosed = false;

  const inTime = async <T>(
    work: (signal: AbortSignal) => Promise<T>,
    ms = timeoutMs,
  ): Promise<T> => {
    if (isClosed) throw new StoreError("closed");
    try {
      return await withTimeout({ clock, ms }, work);
    } catch (error) {
      throw error instanceof Overdue
        ? new StoreError("overdue", { cause: error })
        : toStoreError(error);
    }
  };

  return {
    ask: (sql, values = []) => inTime(async () => (await pool.query<Row>(sql, [...values])).rows),
    step: (begin, work, ms) => inTime((signal) => runStep(pool, { begin, work }, signal), ms),
    connect: () =>
      inTime(async (signal) => {
        const client = new Client(config);
        client.on("error", () => undefined);
        await client.connect();
        // Nobody would ever end what nobody waits for any more.
        if (signal.aborted) await client.end();
        return client;
      }),
    [Symbol.asyncDispose]: async () => {
      if (isClosed) return;
      isClosed = true;
      const ms = Math.min(timeoutMs, storeDeadlineMs);
      await withTimeout({ clock, ms }, () => pool.end()).catch(() => undefined);
      sockets.destroyAll();
    },
  };
}

function configFor(url: string, timeoutMs: number): ClientConfig {
  return {
    connectionString: url,
    application_name: "toolcourt",
    // Also where the usual is otherwise: what is said to be erased must not be back after a power cut.
    options: "-c synchronous_commit=on",
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
    // Somebody who stops in the middle of a step must not keep the others out for longer than a call can wait.
    idle_in_transaction_session_timeout: Math.min(timeoutMs, storeDeadlineMs),
  };
}

interface Step<T> {
  readonly begin: string;
  readonly work: (ask: Ask, begun: readonly Row[]) => Promise<T>;
}

async function runStep<T>(pool: Pool, { begin, work }: Step<T>, signal: AbortSignal): Promise<T> {
  const client = await pool.connect();
  let isReleased = false;
  const release = (isSpoiled: boolean): void => {
    if (!isReleased) client.release(isSpoiled);
    isReleased = true;
  };
  // Who is told that it took too long tries again or gives up: nothing may be committed after that.
  const cut = (): void => release(true);
  signal.addEventListener("abort", cut, { once: true });
  try {
    signal.throwIfAborted();
    const begun = lastRows(await client.query<Row>(begin));
    const result = await work((sql, values = []) => rowsOf(client, sql, values), begun);
    await client.query("COMMIT");
    release(false);
    return result;
  } catch (error) {
    // Whatever state the connection is in, without it the step did not happen.
    release(true);
    throw error;
  } finally {
    signal.removeEventListener("abort", cut);
  }
}

async function rowsOf(
  client: PoolClient,
  sql: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return (await client.query<Row>(sql, [...values])).rows;
}

interface Answer {
  readonly rows: readonly Row[];
}

// Several statements at once give several answers, which the types of the driver do not know.
function lastRows(answer: Answer | readonly Answer[]): readonly Row[] {
  return ("rows" in answer ? answer : answer.at(-1))?.rows ?? [];
}
