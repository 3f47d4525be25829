import { readHistoryEntry, storedName } from "../history-rows.ts";
import type { HistoryStore } from "../history-store.ts";
import type { Database } from "./database.ts";

/** The tables, as a migration. Never change it once it is released. */
export const historiesTables = `
   -- What principals did and read. The names are keyed hashes, as JSON.
   CREATE TABLE $schema.histories (
     history text PRIMARY KEY,
     last_position bigint NOT NULL,
     last_at bigint NOT NULL
   );
   CREATE INDEX histories_by_age ON $schema.histories (last_at);
   CREATE TABLE $schema.history_entries (
     history text NOT NULL REFERENCES $schema.histories (history) ON DELETE CASCADE,
     position bigint NOT NULL,
     at bigint NOT NULL,
     body text NOT NULL,
     PRIMARY KEY (history, position)
   );
   CREATE FUNCTION $schema.keep_history_entries() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'Entries of histories are never changed.'; END
   $$;
   CREATE TRIGGER history_entries_are_never_changed BEFORE UPDATE ON $schema.history_entries
     FOR EACH STATEMENT EXECUTE FUNCTION $schema.keep_history_entries();`;

/**
 * An append locks the row of its history. Another one that waited for it finds a later position,
 * and a removal finds a later time: no entry is written twice, and no part of a history is removed.
 */
export function createPostgresHistories({ ask, run }: Database, schema: string): HistoryStore {
  const { begin, move } = appendStatements(schema);
  const table = `${schema}.histories`;
  return {
    read: async (history, after, max) => {
      const rows = await ask(
        `SELECT position, at, body FROM ${schema}.history_entries
         WHERE history = $1 AND position > $2 ORDER BY position LIMIT $3`,
        [storedName(history), after, max],
      );
      return rows.map(readHistoryEntry);
    },
    append: async (history, { position, at, body }, previousAt) => {
      const values = [storedName(history), position, at, body];
      const added = await (position === 1
        ? run(begin, values)
        : run(move, [...values, previousAt ?? null]));
      return added.length === 1;
    },
    forget: async (before, max) => {
      const gone = await ask(
        `DELETE FROM ${table} WHERE last_at < $1 AND history IN
           (SELECT history FROM ${table} WHERE last_at < $1 ORDER BY last_at LIMIT $2
            FOR UPDATE SKIP LOCKED)
         RETURNING history`,
        [before, max],
      );
      return gone.length;
    },
  };
}

/** One statement each, which commits by itself. */
function appendStatements(schema: string) {
  const insert = `INSERT INTO ${schema}.history_entries (history, position, at, body)
    SELECT history, $2, $3, $4 FROM head RETURNING position`;
  return {
    begin: {
      name: "begin_history",
      text: `WITH head AS (
        INSERT INTO ${schema}.histories (history, last_position, last_at) VALUES ($1, $2, $3)
        ON CONFLICT DO NOTHING RETURNING history) ${insert}`,
    },
    move: {
      name: "append_history",
      text: `WITH head AS (
        UPDATE ${schema}.histories SET last_position = $2, last_at = $3
        WHERE history = $1 AND last_position = $2 - 1 AND last_at = coalesce($5, last_at)
        RETURNING history) ${insert}`,
    },
  };
}
