import { Socket } from "node:net";
import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { Client, type ClientConfig, Pool, type PoolClient, types } from "pg";
import type { Row } from "../rows.ts";
import { StoreError, storeDeadlineMs } from "../store-error.ts";
import { toStoreError } from "./faults.ts";
import { runStatement } from "./run-statement.ts";

export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** A statement that each connection prepares once, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

type Work<T> = (ask: Ask, begun: readonly Row[]) => Promise<T>;

export interface DatabaseOptions extends Pick<Runtime, "clock"> {
  readonly timeoutMs: number;
  readonly connections: number;
}

/**
 * A PostgreSQL database whose every query answers in time or fails. Connects on first use and
 * reconnects after a loss.
 */
export class Database implements AsyncDisposable {
  readonly #options: DatabaseOptions;
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  readonly #deadlines: Deadlines;
  /** Tracked, so that connections the server does not release can be destroyed. */
  readonly #sockets = new Set<Socket>();
  /** Statements that wait for a connection. */
  readonly #onClose = new Set<() => void>();
  #isClosed = false;

  constructor(url: string, options: DatabaseOptions) {
    this.#options = options;
    this.#config = { ...configFor(url, options.timeoutMs), stream: () => this.#newSocket() };
    this.#deadlines = new Deadlines(options.clock);
    this.#pool = new Pool({
      ...this.#config,
      max: options.connections,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, its types do not say so
      onConnect: (client) => client.query(sessionSettings),
    });
    // The pool replaces a broken idle connection on demand.
    this.#pool.on("error", () => undefined);
    // A connection that breaks between two statements emits an error event, which would crash the
    // process.
    this.#pool.on("connect", (client) => client.on("error", () => undefined));
  }

  readonly ask: Ask = (sql, values = []) =>
    this.#inTime(async () => (await this.#pool.query<Row>(sql, [...values])).rows);

  /**
   * Runs the work as one transaction. `begin` opens it and may query; `work` gets the rows of its
   * last statement. A transaction may be given more time than its statements.
   */
  readonly transact = <T>(begin: string, work: Work<T>, ms?: number): Promise<T> =>
    this.#inTime((signal) => runTransaction(this.#pool, { begin, work }, signal), ms);

  /**
   * Runs one statement that commits by itself. A late one is canceled, and only then fails: what
   * its caller takes for lost must not be committed afterwards.
   */
  readonly run = async (
    statement: Statement,
    values: readonly unknown[],
  ): Promise<readonly Row[]> => {
    if (this.#isClosed) throw new StoreError("closed");
    const { clock, timeoutMs } = this.#options;
    const when = clock.monotonic() + timeoutMs;
    const deadline = { deadlines: this.#deadlines, onClose: this.#onClose, when };
    // The driver must not give up before the server has said how the statement ended.
    const query = { ...statement, values: [...values], query_timeout: 2 * timeoutMs };
    try {
      return await runStatement(this.#pool, query, deadline);
    } catch (error) {
      throw toStoreError(error);
    }
  };

  /** Opens a dedicated connection. The caller must end it. */
  connect(): Promise<Client> {
    return this.#inTime(async (signal) => {
      const client = new Client(this.#config);
      client.on("error", () => undefined);
      await client.connect();
      // The caller has timed out, so this connection would never be ended.
      if (signal.aborted) await client.end();
      return client;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const waiting = [...this.#onClose];
    this.#onClose.clear();
    for (const giveUp of waiting) giveUp();
    this.#deadlines[Symbol.dispose]();
    const { clock, timeoutMs } = this.#options;
    const ms = Math.min(timeoutMs, storeDeadlineMs);
    await withTimeout({ clock, ms }, () => this.#pool.end()).catch(() => undefined);
    for (const socket of this.#sockets) socket.destroy();
  }

  #newSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once("close", () => this.#sockets.delete(socket));
  }

  async #inTime<T>(
    work: (signal: AbortSignal) => Promise<T>,
    ms = this.#options.timeoutMs,
  ): Promise<T> {
    if (this.#isClosed) throw new StoreError("closed");
    try {
      return await withTimeout({ clock: this.#options.clock, ms }, work);
    } catch (error) {
      throw error instanceof TimeoutError
        ? new StoreError("overdue", { cause: error })
        : toStoreError(error);
    }
  }
}

// Not as startup options, which the address may replace. Erased data must not come back after a
// power cut, and a statement that waited for a lock must see the rows of its holder.
const sessionSettings = `SET synchronous_commit = on;
  SET default_transaction_isolation = 'read committed'`;

function configFor(url: string, timeoutMs: number): ClientConfig {
  return {
    connectionString: url,
    application_name: "toolcourt",
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
    // A transaction that stalls must not block others for longer than a call can wait.
    idle_in_transaction_session_timeout: Math.min(timeoutMs, storeDeadlineMs),
    types: {
      getTypeParser: (type, format) =>
        // oxlint-disable-next-line typescript/no-unsafe-return -- the driver types its parsers as any
        type === types.builtins.INT8 ? safeInteger : types.getTypeParser(type, format),
    },
  };
}

/** Parses a bigint. One beyond a number's range stays text, which no reader accepts. */
function safeInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

async function runTransaction<T>(
  pool: Pool,
  { begin, work }: { readonly begin: string; readonly work: Work<T> },
  signal: AbortSignal,
): Promise<T> {
  const client = await pool.connect();
  let isReleased = false;
  const release = (isSpoiled: boolean): void => {
    if (!isReleased) client.release(isSpoiled);
    isReleased = true;
  };
  // A caller told about a timeout retries or gives up, so nothing may be committed afterwards.
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
    // Discarding the connection rolls the transaction back, in any state.
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

// A multi-statement query returns several results, which the driver's types do not cover.
function lastRows(answer: Answer | readonly Answer[]): readonly Row[] {
  return ("rows" in answer ? answer : answer.at(-1))?.rows ?? [];
}
