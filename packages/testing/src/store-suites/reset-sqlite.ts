import { DatabaseSync } from "node:sqlite";

/**
 * Resets the tables of a SQLite store in place. A new file would be refused, because written rows
 * would be missing.
 */
export function resetSqlite(path: string): void {
  using database = new DatabaseSync(path, { timeout: 1_000 });
  database.exec("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE");
  const triggers = schemaOf(database, "trigger");
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  for (const { name } of schemaOf(database, "table")) {
    if (!counting.includes(name)) database.exec(`DELETE FROM ${name}`);
  }
  database.exec("UPDATE begun_up_to SET sequence = 0; UPDATE calls_up_to SET row = 0");
  for (const { sql } of triggers) database.exec(sql);
  database.exec("COMMIT");
}

/** Tables whose one row is always there. */
const counting: readonly string[] = ["flushes", "begun_up_to", "calls_up_to"];

function schemaOf(database: DatabaseSync, type: "table" | "trigger") {
  const schema = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = ?").all(type);
  return schema.map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
}
