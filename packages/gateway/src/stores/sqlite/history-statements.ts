import type { DatabaseSync } from "node:sqlite";
import { readHistoryEntry, storedName } from "../history-rows.ts";
import type { HistoryStore } from "../history-store.ts";
import { textOf } from "../rows.ts";
import type { Statements } from "./prepared.ts";

/** The tables, as a migration. Never change it once it is released. */
export const historiesTables = `
  -- What principals did and read. The names are keyed hashes, as JSON.
  CREATE TABLE histories (
    history TEXT PRIMARY KEY,
    last_position INTEGER NOT NULL,
    last_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX histories_by_age ON histories (last_at);
  CREATE TABLE history_entries (
    history TEXT NOT NULL REFERENCES histories (history),
    position INTEGER NOT NULL,
    at REAL NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (history, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER history_entries_are_never_changed BEFORE UPDATE ON history_entries
    BEGIN SELECT RAISE(ABORT, 'entries of histories are never changed'); END;
  `;

export type HistoryStatements = Statements<HistoryStore> & {
  readonly hasOld: (before: number) => boolean;
};

export function createHistoryStatements(database: DatabaseSync): HistoryStatements {
  const read = database.prepare(
    `SELECT position, at, body FROM history_entries
      WHERE history = ? AND position > ? ORDER BY position LIMIT ?`,
  );
  const older = database.prepare("SELECT 1 FROM histories WHERE last_at < ? LIMIT 1");
  return {
    read: (history, after, max) => read.all(storedName(history), after, max).map(readHistoryEntry),
    append: createAppend(database),
    forget: createForget(database),
    hasOld: (before) => older.get(before) !== undefined,
  };
}

/** The write transaction holds the file, so the last entry stays the last one until the end. */
function createAppend(database: DatabaseSync): HistoryStatements["append"] {
  const begin = database.prepare(
    `INSERT INTO histories (history, last_position, last_at) VALUES (:name, :position, :at)
     ON CONFLICT DO NOTHING`,
  );
  const move = database.prepare(
    `UPDATE histories SET last_position = :position, last_at = :at
      WHERE history = :name AND last_position = :position - 1
        AND last_at = coalesce(:previousAt, last_at)`,
  );
  const insert = database.prepare(
    `INSERT INTO history_entries (history, position, at, body)
     VALUES (:name, :position, :at, :body)`,
  );
  return (history, { position, at, body }, previousAt) => {
    const end = { name: storedName(history), position, at };
    const { changes } =
      position === 1 ? begin.run(end) : move.run({ ...end, previousAt: previousAt ?? null });
    if (changes === 0) return false;
    insert.run({ ...end, body });
    return true;
  };
}

function createForget(database: DatabaseSync): HistoryStatements["forget"] {
  const old = database.prepare(
    "SELECT history FROM histories WHERE last_at < ? ORDER BY last_at LIMIT ?",
  );
  const removeEntries = database.prepare("DELETE FROM history_entries WHERE history = ?");
  const remove = database.prepare("DELETE FROM histories WHERE history = ?");
  return (before, max) => {
    const names = old.all(before, max).map((row) => textOf(row, "history"));
    for (const name of names) {
      removeEntries.run(name);
      remove.run(name);
    }
    return names.length;
  };
}
