import {
  type AuditEntry,
  type AuditRow,
  maxFoldedRows,
  type StoredCheckpoint,
} from "../audit-store.ts";
import { readAuditRow, textOf } from "../rows.ts";
import type { Chain } from "./chain.ts";
import type { Ask, Database } from "./database.ts";

// As in SQLite: `begun` has the calls that were open at the row in `begun_up_to`, and later rows
// say themselves which call they begin or end.
function openIn(schema: string): string {
  return `
    recent AS (
      SELECT sequence, call_id, begun_at FROM ${schema}.audit
       WHERE sequence > (SELECT sequence FROM ${schema}.begun_up_to) AND call_id IS NOT NULL),
    open AS (
      SELECT call_id, sequence, at FROM ${schema}.begun
       WHERE call_id NOT IN (SELECT call_id FROM recent WHERE begun_at IS NULL)
      UNION ALL
      SELECT call_id, min(sequence), min(begun_at) FROM recent
       WHERE call_id NOT IN (SELECT call_id FROM ${schema}.begun)
       GROUP BY call_id HAVING count(*) = count(begun_at))`;
}

/** Returns the first intents of open calls begun before this time, in order. */
export async function openCallsBefore(
  ask: Ask,
  schema: string,
  at: number,
): Promise<readonly AuditRow[]> {
  const rows = await ask(
    `WITH ${openIn(schema)} SELECT a.sequence, a.body, a.hash
       FROM open JOIN ${schema}.audit a USING (sequence) WHERE open.at < $1 ORDER BY a.sequence`,
    [at],
  );
  return rows.map(readAuditRow);
}

/** Adds outcomes that an earlier attempt may have added: those of open calls only. */
export function appendAgain(
  chain: Pick<Chain, "change">,
  schema: string,
  entries: readonly AuditEntry[],
): Promise<readonly []> {
  return chain.change(async ({ ask, add }) => {
    const rows = await ask(`WITH ${openIn(schema)} SELECT call_id FROM open`);
    const open = new Set(rows.map((row) => textOf(row, "call_id")));
    await add(...entries.filter(({ callId = "" }) => open.has(callId)));
    return [];
  });
}

/** Stores a checkpoint, and moves the start of the search for open calls towards its size. */
export async function keepCheckpoint(
  database: Database,
  schema: string,
  { size, note }: StoredCheckpoint,
): Promise<void> {
  const rows = `FROM ${schema}.audit, moved
    WHERE audit.sequence > moved.first AND audit.sequence <= moved.last AND call_id IS NOT NULL`;
  // The lock comes first, in a statement of its own: the next one then sees what the gateway before
  // has committed.
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED;
    SELECT sequence FROM ${schema}.begun_up_to FOR UPDATE`;
  const fold = `WITH kept AS (
       INSERT INTO ${schema}.checkpoints (size, note) VALUES ($1, $2) ON CONFLICT DO NOTHING),
     mark AS (SELECT sequence AS first FROM ${schema}.begun_up_to),
     moved AS (
       SELECT first, least($1::bigint, first + ${maxFoldedRows},
              (SELECT coalesce(max(sequence), 0) FROM ${schema}.audit)) AS last FROM mark),
     ended AS (
       DELETE FROM ${schema}.begun WHERE call_id IN (SELECT call_id ${rows} AND begun_at IS NULL)),
     begun AS (
       INSERT INTO ${schema}.begun (call_id, sequence, at)
       SELECT call_id, min(audit.sequence), min(begun_at) ${rows}
        GROUP BY call_id HAVING count(*) = count(begun_at)
       ON CONFLICT DO NOTHING)
     UPDATE ${schema}.begun_up_to SET sequence = moved.last FROM moved
      WHERE moved.last > moved.first`;
  await database.transact(begin, (ask) => ask(fold, [size, note]));
}
