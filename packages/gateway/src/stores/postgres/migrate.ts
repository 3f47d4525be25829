import { Client } from "pg";
import { StoreError } from "../store-error.ts";
import type { Ask } from "./database.ts";
import { toStoreError } from "./faults.ts";
import { migrations } from "./migrations.ts";
import { integer, type Row } from "./row.ts";

export interface Migrating {
  readonly url: string;
  readonly schema: string;
  readonly timeoutMs: number;
}

/**
 * Brings a database up to date. Processes starting together wait for the first. An up-to-date
 * database is only read, so the gateway may run with fewer privileges than its installer.
 */
export async function migrate(ask: Ask, migrating: Migrating): Promise<void> {
  if ((await versionOf(ask, migrating.schema)) === migrations.length) return;
  const { url, schema, timeoutMs } = migrating;
  // Only connecting has a time limit: migrating large tables may take long.
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await bringUpToDate(client, schema);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function bringUpToDate(client: Client, schema: string): Promise<void> {
  const ask: Ask = async (sql, values = []) => (await client.query<Row>(sql, [...values])).rows;
  await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED;
    SELECT pg_advisory_xact_lock(hashtextextended('toolcourt migrations of ${schema}', 0));
    CREATE SCHEMA IF NOT EXISTS ${schema};
    CREATE TABLE IF NOT EXISTS ${schema}.migrations (
      version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`);
  const done = await versionOf(ask, schema);
  for (const [index, sql] of migrations.entries()) {
    if (index < done) continue;
    await client.query(sql.replaceAll("$schema", schema));
    await ask(`INSERT INTO ${schema}.migrations (version) VALUES ($1)`, [index + 1]);
  }
  await client.query("COMMIT");
}

async function versionOf(ask: Ask, schema: string): Promise<number> {
  const [table] = await ask("SELECT to_regclass($1)::text AS name", [`${schema}.migrations`]);
  if (table?.["name"] === null) return 0;
  const [found = {}] = await ask(
    `SELECT coalesce(max(version), 0) AS version FROM ${schema}.migrations`,
  );
  const version = integer(found, "version");
  if (version > migrations.length) throw new StoreError("newer");
  return version;
}
