import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { AuditEntry } from "../audit-store.ts";
import {
  type ConnectionFilter,
  connectionStatuses,
  type StoredConnection,
} from "../connection-store.ts";
import { readJsonObject, readTexts } from "../read-json.ts";
import type { Chain } from "./chain.ts";
import { type Columns, numberOf, oneOf, textOf } from "./columns.ts";
import { createPrepared, whereEqual } from "./prepared.ts";

type Replace = (connection: StoredConnection, entry?: AuditEntry) => "replaced" | "overtaken";

export interface ConnectionSteps {
  readonly addConnection: (connection: StoredConnection, entry: AuditEntry) => "added" | "taken";
  readonly findConnection: (id: string) => StoredConnection | undefined;
  readonly listConnections: (filter: ConnectionFilter) => readonly StoredConnection[];
  readonly replaceConnection: Replace;
  /** Replaces a connection and scrubs the old version from the file. */
  readonly revokeConnection: Replace;
}

export function createConnectionSteps(database: DatabaseSync, chain: Chain): ConnectionSteps {
  const find = database.prepare("SELECT * FROM connections WHERE id = ?");
  const prepared = createPrepared(database);
  const replace = createReplacing(database, chain);
  return {
    addConnection: createAdding(database, chain),
    findConnection: (id) => connectionOf(find.get(id)),
    listConnections: ({ tenant, owner, name, status }) => {
      const { sql, values } = whereEqual({ tenant, owner, name, status });
      return prepared(`SELECT * FROM connections WHERE ${sql} ORDER BY created_at, id`)
        .all(values)
        .map(readConnection);
    },
    replaceConnection: replace,
    revokeConnection: replace,
  };
}

function createAdding(database: DatabaseSync, { add }: Chain): ConnectionSteps["addConnection"] {
  const insert = database.prepare(
    `INSERT INTO connections
      (id, tenant, owner, name, status, version, settings, sealed, created_at, changed_at)
     VALUES
      (:id, :tenant, :owner, :name, :status, :version, :settings, :sealed, :createdAt, :changedAt)
     ON CONFLICT DO NOTHING`,
  );
  return (connection, entry) => {
    if (insert.run(valuesOf(connection)).changes !== 1) return "taken";
    add([entry]);
    return "added";
  };
}

function createReplacing(database: DatabaseSync, { add }: Chain): Replace {
  const update = database.prepare(
    `UPDATE connections
      SET owner = :owner, name = :name, status = :status, version = :version,
          settings = :settings, sealed = :sealed, changed_at = :changedAt
      WHERE id = :id AND tenant = :tenant AND version = :version - 1`,
  );
  return (connection, entry) => {
    const { createdAt: _createdAt, ...values } = valuesOf(connection);
    if (update.run(values).changes !== 1) return "overtaken";
    if (entry !== undefined) add([entry]);
    return "replaced";
  };
}

function valuesOf({
  settings,
  sealed,
  ...columns
}: StoredConnection): Record<string, SQLInputValue> {
  return { ...columns, settings: JSON.stringify(settings), sealed: JSON.stringify(sealed) };
}

function connectionOf(columns: Columns | undefined): StoredConnection | undefined {
  return columns && readConnection(columns);
}

function readConnection(columns: Columns): StoredConnection {
  return {
    id: textOf(columns, "id"),
    tenant: textOf(columns, "tenant"),
    owner: textOf(columns, "owner"),
    name: textOf(columns, "name"),
    status: oneOf(columns, "status", connectionStatuses),
    version: numberOf(columns, "version"),
    settings: readJsonObject(textOf(columns, "settings")),
    sealed: readTexts(textOf(columns, "sealed")),
    createdAt: numberOf(columns, "created_at"),
    changedAt: numberOf(columns, "changed_at"),
  };
}
