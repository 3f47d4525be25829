import type { DatabaseSync } from "node:sqlite";
import {
  quarantineColumns,
  quarantineValues,
  readListedQuarantined,
  readQuarantined,
} from "../quarantine-rows.ts";
import type { QuarantineBounds, QuarantineStore } from "../quarantine-store.ts";
import { numberOf } from "../rows.ts";
import { createPrepared, type Statements, whereEqual } from "./prepared.ts";

/** The table, as a migration. Never change it once it is released. */
export const quarantineTable = `
  CREATE TABLE quarantine (
    id TEXT PRIMARY KEY,
    call_id TEXT NOT NULL,
    tenant TEXT NOT NULL,
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    contract TEXT NOT NULL,
    clause TEXT NOT NULL,
    -- As JSON.
    issues TEXT NOT NULL,
    at REAL NOT NULL,
    sha256 TEXT NOT NULL,
    redacted INTEGER NOT NULL,
    is_cut INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    -- The last column: a list does not read it.
    text TEXT NOT NULL
  ) STRICT;
  -- With the size, so that the bounds are checked in the index alone.
  CREATE INDEX quarantine_newest ON quarantine (at, id, bytes);
  CREATE TRIGGER quarantine_is_never_changed BEFORE UPDATE ON quarantine
    BEGIN SELECT RAISE(ABORT, 'quarantined results are never changed'); END;
  `;

export type QuarantineStatements = Statements<QuarantineStore> & ReturnType<typeof createLooking>;

export function createQuarantineStatements(database: DatabaseSync): QuarantineStatements {
  return {
    ...createKeeping(database),
    ...createRemoving(database),
    ...createLooking(database),
  };
}

function createKeeping(
  database: DatabaseSync,
): Pick<QuarantineStatements, "keep" | "find" | "list"> {
  const insert = database.prepare(
    `INSERT INTO quarantine (${quarantineColumns}, bytes, text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const find = database.prepare("SELECT * FROM quarantine WHERE id = ?");
  const prepared = createPrepared(database);
  return {
    keep: (result) => void insert.run(...quarantineValues(result)),
    find: (id) => find.all(id).map(readQuarantined)[0],
    list: ({ since, before, behind, ...filter }, max) => {
      const { sql, values } = whereEqual(filter);
      const from = since === undefined ? "" : "AND at >= :since";
      const until = before === undefined ? "" : "AND at < :before";
      const older = behind === undefined ? "" : "AND (at, id) < (:behindAt, :behindId)";
      return prepared(
        `SELECT ${quarantineColumns} FROM quarantine WHERE ${sql} ${from} ${until} ${older}
          ORDER BY at DESC, id DESC LIMIT :max`,
      )
        .all({
          ...values,
          ...(since !== undefined && { since }),
          ...(before !== undefined && { before }),
          ...(behind !== undefined && { behindAt: behind.at, behindId: behind.id }),
          max,
        })
        .map(readListedQuarantined);
    },
  };
}

function createRemoving(
  database: DatabaseSync,
): Pick<QuarantineStatements, "remove" | "trim" | "forget"> {
  const remove = database.prepare("DELETE FROM quarantine WHERE id = ?");
  const trim = database.prepare(
    `DELETE FROM quarantine WHERE id IN
      (SELECT id FROM
        (SELECT id, row_number() OVER newest AS position, sum(bytes) OVER newest AS total
          FROM quarantine
          WINDOW newest AS (ORDER BY at DESC, id DESC ROWS UNBOUNDED PRECEDING))
        WHERE position > ? OR total > ?)`,
  );
  const forget = database.prepare(
    `DELETE FROM quarantine WHERE id IN
      (SELECT id FROM quarantine WHERE at < ? ORDER BY at, id LIMIT ?)`,
  );
  return {
    remove: (ids) => ids.filter((id) => remove.run(id).changes === 1).length,
    trim: ({ maxResults, maxBytes }) => Number(trim.run(maxResults, maxBytes).changes),
    forget: (before, max) => Number(forget.run(before, max).changes),
  };
}

function createLooking(database: DatabaseSync) {
  const totals = database.prepare(
    "SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM quarantine",
  );
  const older = database.prepare("SELECT 1 FROM quarantine WHERE at < ? LIMIT 1");
  return {
    isOver: ({ maxResults, maxBytes }: QuarantineBounds): boolean => {
      const row = totals.get() ?? {};
      return numberOf(row, "count") > maxResults || numberOf(row, "bytes") > maxBytes;
    },
    hasOld: (before: number): boolean => older.get(before) !== undefined,
  };
}
