import { callColumns, callsIn, readCall, readPlace, readProgress } from "../call-rows.ts";
import { foundCalls, listSql, searchFor, stopSql } from "../call-search.ts";
import type { CallFilter, CallStore } from "../call-store.ts";
import { numberOf, textOf } from "../rows.ts";
import { isStorable } from "./conditions.ts";
import type { Ask, Database } from "./database.ts";

/** The tables, as a migration. Never change it once it is released. */
export const callsTables = `
   -- An index of the calls in the audit log, written behind it. It can be made again from the log.
   CREATE TABLE $schema.calls (
     -- That of the intent.
     row bigint PRIMARY KEY,
     call_id text COLLATE "C" NOT NULL,
     -- That of the outcome.
     end_row bigint,
     at bigint NOT NULL,
     ms double precision,
     tool text NOT NULL,
     server text NOT NULL,
     status text NOT NULL,
     code text NOT NULL,
     subject text NOT NULL,
     tenant text NOT NULL
   );
   CREATE UNIQUE INDEX calls_by_id ON $schema.calls (call_id);
   CREATE INDEX calls_newest ON $schema.calls (at, row);
   CREATE INDEX calls_by_tool ON $schema.calls (tool, at, row);
   CREATE INDEX calls_by_server ON $schema.calls (server, at, row);
   CREATE INDEX calls_by_status ON $schema.calls (status, at, row);
   CREATE INDEX calls_by_code ON $schema.calls (code, at, row);
   CREATE INDEX calls_by_subject ON $schema.calls (subject, at, row);
   CREATE INDEX calls_by_tenant ON $schema.calls (tenant, at, row);
   -- Rows of the log up to here are in the index.
   CREATE TABLE $schema.calls_up_to (
     id integer PRIMARY KEY CHECK (id = 1),
     row bigint NOT NULL
   );
   INSERT INTO $schema.calls_up_to VALUES (1, 0);`;

export function createPostgresCalls(database: Database, schema: string): CallStore {
  const { ask } = database;
  const table = `${schema}.calls`;
  const sizes = `SELECT row AS indexed_to,
      (SELECT coalesce(max(sequence), 0) FROM ${schema}.audit) AS last
    FROM ${schema}.calls_up_to`;
  return {
    index: createIndexing(database, schema, sizes),
    progress: async () => readProgress((await ask(sizes))[0]),
    find: async (callId) => {
      if (!isStorable(callId)) return undefined;
      const rows = await ask(`SELECT ${callColumns} FROM ${table} WHERE call_id = $1`, [callId]);
      return rows.map(readCall)[0];
    },
    list: async (filter, max, behind) => {
      if (!isSearchable(filter)) return { calls: [] };
      const search = searchFor(filter, behind, { table, parameter });
      const { values, ofCandidates, mayStop } = search;
      const sql = listSql(search, parameter(values.length + 1));
      const found = (await ask(sql, [...values, max + 1])).map(readCall);
      if (!mayStop || found.length > max) return foundCalls(found, max);
      const stopped = await ask(stopSql(search), values.slice(0, ofCandidates));
      return foundCalls(found, max, stopped.map(readPlace)[0]);
    },
  };
}

function parameter(n: number): string {
  return `$${n}`;
}

function isSearchable({ tool, server, code, subject, tenant, id }: CallFilter): boolean {
  return isStorable(tool, server, code, subject, tenant, id);
}

function createIndexing(database: Database, schema: string, sizes: string): CallStore["index"] {
  // A process that finds the row locked leaves the work to the one that has it.
  const begin = `BEGIN; SELECT row FROM ${schema}.calls_up_to FOR UPDATE SKIP LOCKED`;
  const read = `SELECT sequence, body FROM ${schema}.audit WHERE sequence > $1
    ORDER BY sequence LIMIT $2`;
  const write = createWriting(schema);
  return (max) =>
    database.transact(begin, async (ask, [mine]) => {
      const found = mine && (await ask(read, [numberOf(mine, "row"), max]));
      const rows = (found ?? []).map((row) => ({
        sequence: numberOf(row, "sequence"),
        body: textOf(row, "body"),
      }));
      const last = rows.at(-1);
      if (last !== undefined) {
        await write(ask, callsIn(rows));
        await ask(`UPDATE ${schema}.calls_up_to SET row = $1`, [last.sequence]);
      }
      return readProgress((await ask(sizes))[0]);
    });
}

/** Writes the changes of a batch with one statement each, as JSON. */
function createWriting(
  schema: string,
): (ask: Ask, changes: ReturnType<typeof callsIn>) => Promise<void> {
  const begin = `INSERT INTO ${schema}.calls AS known (${callColumns})
    SELECT row, "callId", "endRow", at::bigint, ms, tool, server, status, code, subject, tenant
    FROM json_to_recordset($1::json) AS new (row bigint, "callId" text, "endRow" bigint,
      at numeric, ms float8, tool text, server text, status text, code text, subject text,
      tenant text)
    ON CONFLICT (call_id) DO UPDATE SET end_row = excluded.end_row, ms = excluded.ms,
      server = coalesce(nullif(excluded.server, ''), known.server), status = excluded.status, code = excluded.code
    WHERE known.end_row IS NULL AND excluded.end_row IS NOT NULL`;
  const end = `UPDATE ${schema}.calls AS known SET end_row = new."endRow", ms = new.ms,
      status = new.status, code = new.code, server = coalesce(nullif(new.server, ''), known.server)
    FROM json_to_recordset($1::json) AS new ("callId" text, "endRow" bigint, ms float8, server text,
      status text, code text)
    WHERE known.call_id = new."callId" AND known.end_row IS NULL`;
  return async (ask, { begun, ended }) => {
    if (begun.length > 0) await ask(begin, [JSON.stringify(begun)]);
    if (ended.length > 0) await ask(end, [JSON.stringify(ended)]);
  };
}
