import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { ConnectionStore, StoredConnection } from "../connection-store.ts";
import { readConnection } from "../rows.ts";
import type { Chain } from "./chain.ts";
import { createPrepared, type Statements, whereEqual } from "./prepared.ts";

export interface ConnectionStatements extends Statements<ConnectionStore> {
  /** Replaces a connection and scrubs the old version from the file. */
  readonly revoke: Statements<ConnectionStore>["replace"];
}

export function createConnectionStatements(
  database: DatabaseSync,
  chain: Chain,
): ConnectionStatements {
  const find = database.prepare("SELECT * FROM connections WHERE id = ?");
  const prepared = createPrepared(database);
  const replace = createReplacing(database, chain);
  return {
    add: createAdding(database, chain),
    find: (id) => find.all(id).map(readConnection)[0],
    list: ({ tenant, owner, name, status }) => {
      const { sql, values } = whereEqual({ tenant, owner, name, status });
      return prepared(`SELECT * FROM connections WHERE ${sql} ORDER BY created_at, id`)
        .all(values)
        .map(readConnection);
    },
    replace,
    revoke: replace,
  };
}

function createAdding(database: DatabaseSync, chain: Chain): ConnectionStatements["add"] {
  const insert = database.prepare(
    `INSERT INTO connections
      (id, tenant, owner, name, status, version, settings, sealed, created_at, changed_at)
     VALUES
      (:id, :tenant, :owner, :name, :status, :version, :settings, :sealed, :createdAt, :changedAt)
     ON CONFLICT DO NOTHING`,
  );
  return (connection, entry) => {
    if (insert.run(valuesOf(connection)).changes !== 1) return "taken";
    chain.add([entry]);
    return "added";
  };
}

function createReplacing(database: DatabaseSync, chain: Chain): ConnectionStatements["replace"] {
  const update = database.prepare(
    `UPDATE connections
      SET owner = :owner, name = :name, status = :status, version = :version,
          settings = :settings, sealed = :sealed, changed_at = :changedAt
      WHERE id = :id AND tenant = :tenant AND version = :version - 1`,
  );
  return (connection, entry) => {
    const { createdAt: _createdAt, ...values } = valuesOf(connection);
    if (update.run(values).changes !== 1) return "overtaken";
    if (entry !== undefined) chain.add([entry]);
    return "replaced";
  };
}

function valuesOf(connection: StoredConnection): Record<string, SQLInputValue> {
  const { settings, sealed, ...columns } = connection;
  return { ...columns, settings: JSON.stringify(settings), sealed: JSON.stringify(sealed) };
}
