import type { DatabaseSync } from "node:sqlite";
import type { KeyCheck, KeyOwner, WrappedKey } from "../key-store.ts";
import { bytesOf, type Columns, numberOf, textOf } from "./columns.ts";

export interface KeySteps extends CheckSteps {
  readonly newestKey: (owner: KeyOwner) => WrappedKey | undefined;
  readonly readKey: (owner: KeyOwner, version: number) => WrappedKey | undefined;
  readonly insertKey: (key: WrappedKey) => boolean;
  readonly rewrapKey: (from: WrappedKey, to: WrappedKey) => boolean;
  readonly keysWrappedBefore: (keyVersion: number, limit: number) => readonly WrappedKey[];
  readonly countKeysByWrapping: () => ReadonlyMap<number, number>;
}

interface CheckSteps {
  readonly keyChecks: () => readonly KeyCheck[];
  readonly insertKeyCheck: (check: KeyCheck) => boolean;
  readonly removeKeyCheck: (keyVersion: number) => void;
}

export function createKeySteps(database: DatabaseSync): KeySteps {
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
    ...createCheckSteps(database),
    newestKey: ({ tenant, connection }) => keyOf(newest.get({ tenant, connection })),
    readKey: ({ tenant, connection }, version) => keyOf(read.get({ tenant, connection, version })),
    insertKey: ({ owner: { tenant, connection }, version, wrappedBy, bytes }) =>
      insert.run({ tenant, connection, version, wrappedBy, bytes }).changes === 1,
    rewrapKey: (from, { wrappedBy, bytes }) => {
      const { owner, version, bytes: before } = from;
      const { tenant, connection } = owner;
      return rewrap.run({ tenant, connection, version, before, wrappedBy, bytes }).changes === 1;
    },
    keysWrappedBefore: (keyVersion, limit) => older.all(keyVersion, limit).map(readKey),
    countKeysByWrapping: () =>
      new Map(counts.all().map((row) => [numberOf(row, "wrapped_by"), numberOf(row, "count")])),
  };
}

function createCheckSteps(database: DatabaseSync): CheckSteps {
  const checks = database.prepare("SELECT * FROM key_checks ORDER BY key_version");
  const insert = database.prepare(
    "INSERT INTO key_checks (key_version, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING",
  );
  const remove = database.prepare("DELETE FROM key_checks WHERE key_version = ?");
  return {
    keyChecks: () =>
      checks
        .all()
        .map((row) => ({ keyVersion: numberOf(row, "key_version"), bytes: bytesOf(row, "bytes") })),
    insertKeyCheck: ({ keyVersion, bytes }) => insert.run(keyVersion, bytes).changes === 1,
    removeKeyCheck: (keyVersion) => void remove.run(keyVersion),
  };
}

function keyOf(columns: Columns | undefined): WrappedKey | undefined {
  return columns && readKey(columns);
}

function readKey(columns: Columns): WrappedKey {
  return {
    owner: { tenant: textOf(columns, "tenant"), connection: textOf(columns, "connection") },
    version: numberOf(columns, "version"),
    wrappedBy: numberOf(columns, "wrapped_by"),
    bytes: bytesOf(columns, "bytes"),
  };
}
