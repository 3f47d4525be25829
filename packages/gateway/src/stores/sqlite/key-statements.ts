import type { DatabaseSync } from "node:sqlite";
import type { KeyStore } from "../key-store.ts";
import { numberOf, readKey, readKeyCheck } from "../rows.ts";
import type { Statements } from "./prepared.ts";

type KeyStatements = Statements<KeyStore>;

export function createKeyStatements(database: DatabaseSync): KeyStatements {
  const owned = "SELECT * FROM keys WHERE tenant = :tenant AND connection = :connection";
  const newest = database.prepare(`${owned} ORDER BY version DESC LIMIT 1`);
  const read = database.prepare(`${owned} AND version = :version`);
  const insert = database.prepare(
    `INSERT INTO keys (tenant, connection, version, wrapped_by, bytes)
     VALUES (:tenant, :connection, :version, :wrappedBy, :bytes) ON CONFLICT DO NOTHING`,
  );
  const rewrap = database.prepare(
    `UPDATE keys SET wrapped_by = :wrappedBy, bytes = :bytes
      WHERE tenant = :tenant AND connection = :connection AND version = :version
        AND bytes = :before`,
  );
  const older = database.prepare("SELECT * FROM keys WHERE wrapped_by < ? LIMIT ?");
  const counts = database.prepare(
    "SELECT wrapped_by, count(*) AS count FROM keys GROUP BY wrapped_by",
  );
  return {
    ...createCheckStatements(database),
    newest: ({ tenant, connection }) => newest.all({ tenant, connection }).map(readKey)[0],
    read: ({ tenant, connection }, version) =>
      read.all({ tenant, connection, version }).map(readKey)[0],
    insert: ({ owner: { tenant, connection }, version, wrappedBy, bytes }) =>
      insert.run({ tenant, connection, version, wrappedBy, bytes }).changes === 1,
    rewrap: (from, { wrappedBy, bytes }) => {
      const { owner, version, bytes: before } = from;
      const { tenant, connection } = owner;
      return rewrap.run({ tenant, connection, version, before, wrappedBy, bytes }).changes === 1;
    },
    wrappedBefore: (keyVersion, limit) => older.all(keyVersion, limit).map(readKey),
    countByWrapping: () =>
      new Map(counts.all().map((row) => [numberOf(row, "wrapped_by"), numberOf(row, "count")])),
  };
}

function createCheckStatements(
  database: DatabaseSync,
): Pick<KeyStatements, "checks" | "insertCheck" | "removeCheck"> {
  const checks = database.prepare("SELECT * FROM key_checks ORDER BY key_version");
  const insert = database.prepare(
    "INSERT INTO key_checks (key_version, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING",
  );
  const remove = database.prepare("DELETE FROM key_checks WHERE key_version = ?");
  return {
    checks: () => checks.all().map(readKeyCheck),
    insertCheck: ({ keyVersion, bytes }) => insert.run(keyVersion, bytes).changes === 1,
    removeCheck: (keyVersion) => void remove.run(keyVersion),
  };
}
