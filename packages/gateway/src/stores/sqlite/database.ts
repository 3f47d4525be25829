import { DatabaseSync } from "node:sqlite";
import { assertKnownSchema, StoreError } from "../store-error.ts";
import { migrations } from "./migrations.ts";

export interface DatabaseConfig {
  readonly path: string;
  /** Maximum file size. Default: unlimited. */
  readonly maxBytes?: number | undefined;
  /** Whether commits may checkpoint the write-ahead log, which takes a while. Default: true. */
  readonly checkpoints?: boolean;
}

/** The write-ahead log is truncated to this size after it has been larger. */
const logBytes = 64 * 1024 ** 2;
/** Half of that. The last pages are rewritten often, so a later checkpoint copies fewer. */
const pagesBeforeCheckpoint = 8_000;
const never = 0;

/** "tool", in ASCII: distinguishes our files from foreign databases. */
const applicationId = 0x746f6f6c;

/** Opens and migrates the file, and closes it again if anything is wrong. */
export function openDatabase(config: DatabaseConfig): DatabaseSync {
  const database = new DatabaseSync(config.path, { timeout: 0 });
  try {
    database.exec("PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA fullfsync = ON;");
    if (config.maxBytes !== undefined) limitSize(database, config.maxBytes);
    assertOurs(database);
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = ${logBytes};`);
    const pages = config.checkpoints === false ? never : pagesBeforeCheckpoint;
    database.exec(`PRAGMA wal_autocheckpoint = ${pages};`);
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name];
}

function limitSize(database: DatabaseSync, maxBytes: number): void {
  const pages = Math.floor(maxBytes / Number(pragma(database, "page_size")));
  database.exec(`PRAGMA max_page_count = ${pages}`);
}

function assertOurs(database: DatabaseSync): void {
  // Read both in one snapshot: another process may be creating the tables.
  database.exec("BEGIN");
  const id = pragma(database, "application_id");
  const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema").get();
  const version = Number(pragma(database, "user_version"));
  database.exec("COMMIT");
  if (id !== applicationId && tables?.["count"] !== 0) throw new StoreError("corrupt");
  // Before the first pragma that writes to the file.
  assertKnownSchema(version, migrations.length);
}

function migrate(database: DatabaseSync): void {
  if (pragma(database, "user_version") === migrations.length) return;
  database.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
  try {
    // Read again: another process may have migrated first.
    const version = Number(pragma(database, "user_version"));
    assertKnownSchema(version, migrations.length);
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}; COMMIT`,
    );
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
