import type { DatabaseSync } from "node:sqlite";
import type { Link } from "../audit-store.ts";
import { assertContinues, type Chain, createChain, type Written } from "./chain.ts";
import { type DatabaseSettings, openDatabase } from "./database.ts";
import { assertNotPublic, assertWritable, identityOf } from "./file.ts";
import type { Patiently } from "./patience.ts";
import { createPrivateFile } from "./private-file.ts";
import { createSteps, type Steps } from "./steps.ts";
import { createTransact, type Transact } from "./transactions.ts";

/** The part of a connection that adds rows. */
export interface RowConnection {
  readonly database: DatabaseSync;
  readonly chain: Chain;
  readonly transact: Transact;
}

export interface Connection extends RowConnection {
  readonly steps: Steps;
}

export interface Connections extends Disposable {
  /** Returns the connection, reopened if it was lost. */
  readonly current: () => Connection;
  readonly drop: () => void;
}

export interface ConnectionOptions {
  readonly link: Link;
  readonly patiently: Patiently;
}

export function createConnections(
  settings: DatabaseSettings,
  options: ConnectionOptions,
): Connections {
  const { path } = settings;
  let open: { readonly connection: Connection; readonly identity: string } | undefined;
  const written: Written = {};
  let wasThere = false;

  const drop = (): void => {
    const database = open?.connection.database;
    open = undefined;
    database?.close();
  };

  const connect = (): Connection => {
    // Only once: recreating a vanished file would hide that all its rows are missing.
    if (!wasThere) {
      createPrivateFile(path);
      assertNotPublic(path);
    }
    assertWritable(path);
    const connection = options.patiently(() => {
      const rows = openForRows(settings, { ...options, written });
      return { ...rows, steps: createSteps(rows.database, rows.chain) };
    });
    wasThere = true;
    open = { connection, identity: identityOf(path) };
    return connection;
  };

  return {
    current: () => {
      // SQLite keeps writing into a removed file. We must not.
      if (open !== undefined && open.identity !== identityOf(path)) drop();
      return open?.connection ?? connect();
    },
    drop,
    [Symbol.dispose]: drop,
  };
}

/** Opens a connection for rows. Throws if our last row is missing, and closes it then. */
export function openForRows(
  settings: DatabaseSettings,
  { link, patiently, written }: ConnectionOptions & { readonly written: Written },
): RowConnection {
  const database = openDatabase(settings);
  try {
    assertContinues(database, written);
    const chain = createChain(database, { link, written });
    return { database, chain, transact: createTransact(database, { patiently, ...chain }) };
  } catch (error) {
    database.close();
    throw error;
  }
}
