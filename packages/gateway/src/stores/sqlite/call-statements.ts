import type { DatabaseSync } from "node:sqlite";
import { callColumns, callsIn, readCall, readPlace, readProgress } from "../call-rows.ts";
import { foundCalls, listSql, searchFor, stopSql } from "../call-search.ts";
import type { CallStore, IndexedUpTo } from "../call-store.ts";
import { numberOf, textOf } from "../rows.ts";
import { createPrepared, type Statements } from "./prepared.ts";

/** The tables, as a migration. Never change it once it is released. */
export const callsTables = `
  -- An index of the calls in the audit log, written behind it. It can be made again from the log.
  CREATE TABLE calls (
    -- That of the intent.
    row INTEGER PRIMARY KEY,
    call_id TEXT NOT NULL,
    -- That of the outcome.
    end_row INTEGER,
    at REAL NOT NULL,
    ms REAL,
    tool TEXT NOT NULL,
    server TEXT NOT NULL,
    status TEXT NOT NULL,
    code TEXT NOT NULL,
    subject TEXT NOT NULL,
    tenant TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX calls_by_id ON calls (call_id);
  CREATE INDEX calls_newest ON calls (at);
  CREATE INDEX calls_by_tool ON calls (tool, at);
  CREATE INDEX calls_by_server ON calls (server, at);
  CREATE INDEX calls_by_status ON calls (status, at);
  CREATE INDEX calls_by_code ON calls (code, at);
  CREATE INDEX calls_by_subject ON calls (subject, at);
  CREATE INDEX calls_by_tenant ON calls (tenant, at);
  -- Rows of the log up to here are in the index.
  CREATE TABLE calls_up_to (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    row INTEGER NOT NULL
  ) STRICT;
  INSERT INTO calls_up_to VALUES (1, 0);
  `;

type CallStatements = Statements<CallStore>;

export function createCallStatements(database: DatabaseSync): CallStatements {
  const progress = createProgress(database);
  const find = database.prepare(`SELECT ${callColumns} FROM calls WHERE call_id = ?`);
  return {
    index: createIndexing(database, progress),
    progress,
    find: (callId) => find.all(callId).map(readCall)[0],
    list: createList(database),
  };
}

function createProgress(database: DatabaseSync): () => IndexedUpTo {
  const sizes = database.prepare(
    `SELECT row AS indexed_to, (SELECT coalesce(max(sequence), 0) FROM audit) AS last
      FROM calls_up_to`,
  );
  return () => readProgress(sizes.get());
}

/** The write transaction holds the file, so no other process indexes meanwhile. */
function createIndexing(
  database: DatabaseSync,
  progress: () => IndexedUpTo,
): CallStatements["index"] {
  const read = database.prepare(
    "SELECT sequence, body FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?",
  );
  const begin = database.prepare(
    `INSERT INTO calls (${callColumns})
     VALUES (:row, :callId, :endRow, :at, :ms, :tool, :server, :status, :code, :subject, :tenant)
     ON CONFLICT (call_id) DO UPDATE SET end_row = excluded.end_row, ms = excluded.ms,
       server = coalesce(nullif(excluded.server, ''), server), status = excluded.status, code = excluded.code
     WHERE end_row IS NULL AND excluded.end_row IS NOT NULL`,
  );
  const end = database.prepare(
    `UPDATE calls SET end_row = :endRow, ms = :ms, status = :status, code = :code,
       server = coalesce(nullif(:server, ''), server)
      WHERE call_id = :callId AND end_row IS NULL`,
  );
  const move = database.prepare("UPDATE calls_up_to SET row = ?");
  return (max) => {
    const { indexedTo } = progress();
    const rows = read
      .all(indexedTo, max)
      .map((row) => ({ sequence: numberOf(row, "sequence"), body: textOf(row, "body") }));
    const { begun, ended } = callsIn(rows);
    for (const call of begun) begin.run({ ...call });
    for (const call of ended) end.run({ ...call });
    move.run(rows.at(-1)?.sequence ?? indexedTo);
    return progress();
  };
}

const search = { table: "calls", parameter: (n: number) => `:p${n}` };

function createList(database: DatabaseSync): CallStatements["list"] {
  const prepared = createPrepared(database);
  return (filter, max, behind) => {
    const wanted = searchFor(filter, behind, search);
    const { values, ofCandidates, mayStop } = wanted;
    const found = prepared(listSql(wanted, search.parameter(values.length + 1)))
      .all(named([...values, max + 1]))
      .map(readCall);
    if (!mayStop || found.length > max) return foundCalls(found, max);
    const stopped = prepared(stopSql(wanted)).all(named(values.slice(0, ofCandidates)));
    return foundCalls(found, max, stopped.map(readPlace)[0]);
  };
}

function named(values: readonly (string | number)[]): Record<string, string | number> {
  return Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value]));
}
