import type { DatabaseSync } from "node:sqlite";
import { type AuditRow, maxFoldedRows } from "../audit-store.ts";
import { numberOf, readAuditRow, textOf } from "../rows.ts";

/** Finds calls without an outcome. */
export interface OpenCalls {
  /** Returns the first intents of open calls begun before this time, in order. */
  readonly before: (at: number) => readonly AuditRow[];
  /** Returns the ids of all open calls. */
  readonly ids: () => ReadonlySet<string>;
  /** Moves the start of the search towards a row, in the current transaction. */
  readonly fold: (sequence: number) => void;
}

// `begun` has the calls that were open at the row in `begun_up_to`. Later rows say themselves which
// call they begin or end, so a call costs nothing but its rows. A call may have two intents.
const open = `
  recent AS (
    SELECT sequence, call_id, begun_at FROM audit
     WHERE sequence > (SELECT sequence FROM begun_up_to) AND call_id IS NOT NULL),
  open AS (
    SELECT call_id, sequence, at FROM begun
     WHERE call_id NOT IN (SELECT call_id FROM recent WHERE begun_at IS NULL)
    UNION ALL
    SELECT call_id, min(sequence), begun_at FROM recent
     WHERE call_id NOT IN (SELECT call_id FROM begun)
     GROUP BY call_id HAVING count(*) = count(begun_at))`;

export function createOpenCalls(database: DatabaseSync): OpenCalls {
  const before = database.prepare(
    `WITH ${open} SELECT audit.sequence, body, hash FROM open JOIN audit USING (sequence)
      WHERE open.at < ? ORDER BY sequence`,
  );
  const ids = database.prepare(`WITH ${open} SELECT call_id FROM open`);
  return {
    before: (at) => before.all(at).map(readAuditRow),
    ids: () => new Set(ids.all().map((row) => textOf(row, "call_id"))),
    fold: createFold(database),
  };
}

function createFold(database: DatabaseSync): OpenCalls["fold"] {
  const range = database.prepare(
    `SELECT sequence AS first, min(?, sequence + ${maxFoldedRows},
            (SELECT coalesce(max(sequence), 0) FROM audit)) AS last FROM begun_up_to`,
  );
  const rows = "FROM audit WHERE sequence > :first AND sequence <= :last AND call_id IS NOT NULL";
  const end = database.prepare(
    `DELETE FROM begun WHERE call_id IN (SELECT call_id ${rows} AND begun_at IS NULL)`,
  );
  const begin = database.prepare(
    `INSERT OR IGNORE INTO begun (call_id, sequence, at)
     SELECT call_id, min(sequence), begun_at ${rows}
      GROUP BY call_id HAVING count(*) = count(begun_at)`,
  );
  const move = database.prepare("UPDATE begun_up_to SET sequence = ?");
  return (sequence) => {
    const found = range.get(sequence) ?? {};
    const first = numberOf(found, "first");
    const last = numberOf(found, "last");
    if (last <= first) return;
    end.run({ first, last });
    begin.run({ first, last });
    move.run(last);
  };
}
