import type { DatabaseSync } from "node:sqlite";
import type { Durability, Link } from "../audit-store.ts";
import { assertContinues, Chain, type Written } from "./chain.ts";
import { type DatabaseConfig, openDatabase } from "./database.ts";
import type { Retry } from "./deadlines.ts";
import { assertNotPublic, assertWritable, createPrivateFile, identityOf } from "./file.ts";
import { createStatements, type StatementTable } from "./statements.ts";

/** The part of a connection that adds rows. */
export interface RowConnection {
  readonly database: DatabaseSync;
  readonly chain: Chain;
  readonly transact: Transact;
}

export interface Connection extends RowConnection {
  readonly statements: StatementTable;
}

export interface ConnectionDeps {
  readonly link: Link;
  readonly retry: Retry;
}

/** The thread's connection, reopened when it is lost. */
export class Connections implements Disposable {
  readonly #config: DatabaseConfig;
  readonly #deps: ConnectionDeps;
  readonly #written: Written = {};
  #open: { readonly connection: Connection; readonly identity: string } | undefined;
  #wasThere = false;

  constructor(config: DatabaseConfig, deps: ConnectionDeps) {
    this.#config = config;
    this.#deps = deps;
  }

  current(): Connection {
    // SQLite keeps writing into a removed file. We must not.
    if (this.#open !== undefined && this.#open.identity !== identityOf(this.#config.path)) {
      this.drop();
    }
    return this.#open?.connection ?? this.#connect();
  }

  #connect(): Connection {
    const { path } = this.#config;
    // Only once: recreating a vanished file would hide that all its rows are missing.
    if (!this.#wasThere) {
      createPrivateFile(path);
      assertNotPublic(path);
    }
    assertWritable(path);
    const connection = this.#deps.retry(() => {
      const rows = openForRows(this.#config, { ...this.#deps, written: this.#written });
      return { ...rows, statements: createStatements(rows.database, rows.chain) };
    });
    this.#wasThere = true;
    this.#open = { connection, identity: identityOf(path) };
    return connection;
  }

  drop(): void {
    const database = this.#open?.connection.database;
    this.#open = undefined;
    database?.close();
  }

  [Symbol.dispose](): void {
    this.drop();
  }
}

/** Opens a connection for rows. Throws if our last row is missing, and closes it then. */
export function openForRows(
  config: DatabaseConfig,
  { link, retry, written }: ConnectionDeps & { readonly written: Written },
): RowConnection {
  const database = openDatabase(config);
  try {
    assertContinues(database, written);
    const chain = new Chain(database, { link, written });
    return { database, chain, transact: createTransact(database, chain, retry) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Runs work as one transaction. Rolls back and rethrows if it fails. */
type Transact = <Result>(durability: Durability, work: () => Result) => Result;

/**
 * In WAL mode a NORMAL commit reaches the operating system, so it survives a killed process. A FULL
 * commit also syncs the write-ahead log with all earlier commits
 * (https://sqlite.org/pragma.html#pragma_synchronous).
 */
const levels = { committed: "NORMAL", "on-disk": "FULL" } satisfies Record<Durability, string>;

export function createTransact(
  database: DatabaseSync,
  chain: Pick<Chain, "begun" | "committed" | "reset">,
  retry: Retry,
): Transact {
  // IMMEDIATE: the connection that reads the last row must also write the next.
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const rollback = database.prepare("ROLLBACK");
  let level: Durability | undefined;

  return function transact(durability, work) {
    if (level !== durability) database.exec(`PRAGMA synchronous = ${levels[durability]}`);
    level = durability;
    retry(() => begin.run());
    try {
      chain.begun();
      const result = work();
      commit.run();
      chain.committed();
      return result;
    } catch (error) {
      chain.reset();
      if (database.isTransaction) rollback.run();
      throw error;
    }
  };
}
