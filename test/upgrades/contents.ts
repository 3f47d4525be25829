import { DatabaseSync } from "node:sqlite";
import { askPostgres, type PostgresClient } from "@toolcourt/testing/services/ask-postgres";

/** Every row of every table, as JSON texts in order. */
export type Contents = ReadonlyMap<string, Table>;

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/** Opening a store counts a flush, and a migration is noted. All other tables must stay. */
const counting = ["flushes", "migrations"];

/** Reads the tables and columns of `like`, or all if it is omitted. */
export function sqliteContents(path: string, like?: Contents): Contents {
  using database = new DatabaseSync(path, { readOnly: true });
  const names = like?.keys() ?? sqliteTables(database);
  const tables = new Map<string, Table>();
  for (const name of names) {
    const columns = like?.get(name)?.columns ?? sqliteColumns(database, name);
    const rows = database.prepare(`SELECT ${quoted(columns)} FROM ${name}`).all();
    tables.set(name, { columns, rows: texts(rows) });
  }
  return tables;
}

function sqliteTables(database: DatabaseSync): readonly string[] {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  return namesIn(database.prepare(sql).all());
}

function sqliteColumns(database: DatabaseSync, table: string): readonly string[] {
  return namesIn(database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all());
}

/** Reads the tables and columns of `like`, or all if it is omitted. */
export function postgresContents(url: string, like?: Contents): Promise<Contents> {
  return askPostgres(url, async (client) => {
    const names = like?.keys() ?? (await postgresTables(client));
    const tables = new Map<string, Table>();
    for (const name of names) {
      const columns = like?.get(name)?.columns ?? (await postgresColumns(client, name));
      const { rows } = await client.query(`SELECT ${quoted(columns)} FROM toolcourt.${name}`);
      tables.set(name, { columns, rows: texts(rows) });
    }
    return tables;
  });
}

async function postgresTables(client: PostgresClient): Promise<readonly string[]> {
  const sql = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'toolcourt'";
  return namesIn((await client.query(sql)).rows);
}

async function postgresColumns(client: PostgresClient, table: string): Promise<readonly string[]> {
  const sql = `SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'toolcourt' AND table_name = $1`;
  return namesIn((await client.query(sql, [table])).rows);
}

/** The definitions in a file, without comments and line breaks, which may be reworded. */
export function sqliteSchema(path: string): readonly string[] {
  using database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare("SELECT coalesce(sql, name) AS name FROM sqlite_schema").all();
  return namesIn(rows)
    .map((sql) => sql.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim())
    .toSorted();
}

/** The columns, indexes, triggers and functions of a database. */
export function postgresSchema(url: string): Promise<readonly string[]> {
  const sql = `SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)
      AS name FROM information_schema.columns WHERE table_schema = 'toolcourt'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'toolcourt'
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT regexp_replace(pg_get_functiondef(oid), '--[^\\n]*|\\s+', '', 'g') FROM pg_proc
      WHERE pronamespace = 'toolcourt'::regnamespace ORDER BY 1`;
  return askPostgres(url, async (client) => namesIn((await client.query(sql)).rows));
}

function namesIn(rows: readonly Record<string, unknown>[]): readonly string[] {
  return rows.map(({ name }) => String(name)).filter((name) => !counting.includes(name));
}

function texts(rows: readonly unknown[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

function quoted(columns: readonly string[]): string {
  return columns.map((name) => `"${name}"`).join(", ");
}
