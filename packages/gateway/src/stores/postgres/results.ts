import {
  isSameResult,
  type ResultStore,
  resultFields,
  type StoredResult,
} from "../result-store.ts";
import { numberOf, readListedResult, readResult, resultColumns } from "../rows.ts";
import { isStorable, whereEqual } from "./conditions.ts";
import type { Ask, Database } from "./database.ts";

export function createPostgresResults({ ask, transact }: Database, schema: string): ResultStore {
  const table = `${schema}.results`;
  const find = async (callId: string): Promise<StoredResult | undefined> => {
    if (!isStorable(callId)) return undefined;
    const rows = await ask(`SELECT ${resultColumns}, output FROM ${table} WHERE call_id = $1`, [
      callId,
    ]);
    return rows.map(readResult)[0];
  };

  return {
    keep: async (result) => {
      if (await insert(ask, table, result)) return "kept";
      const there = await find(result.callId);
      return there !== undefined && isSameResult(there, result) ? "kept" : "taken";
    },
    find,
    list: async ({ tenant, tool, discoveryId, before, behind }, max) => {
      if (!isStorable(tenant, tool, discoveryId, behind?.callId)) return [];
      const { sql, values } = whereEqual({ tenant, tool, discovery_id: discoveryId });
      const next = values.length + 1;
      const rows = await ask(
        `SELECT ${resultColumns} FROM ${table}
         WHERE ${sql} AND at < coalesce($${next}, at + 1)
           AND ($${next + 1}::bigint IS NULL
                OR (at, call_id COLLATE "C") < ($${next + 1}::bigint, $${next + 2}::text))
         ORDER BY at DESC, call_id COLLATE "C" DESC LIMIT $${next + 3}`,
        [...values, before ?? null, behind?.at ?? null, behind?.callId ?? null, max],
      );
      return rows.map(readListedResult);
    },
    forget: (before, max) =>
      transact("BEGIN ISOLATION LEVEL READ COMMITTED", async (askInTransaction) => {
        await askInTransaction(
          `INSERT INTO ${schema}.results_forgotten AS known (id, before) VALUES (1, $1)
           ON CONFLICT (id) DO UPDATE SET before = greatest(known.before, excluded.before)`,
          [before],
        );
        const [counted = {}] = await askInTransaction(
          `WITH gone AS (
             DELETE FROM ${table} WHERE call_id IN
               (SELECT call_id FROM ${table} WHERE at < $1 ORDER BY at LIMIT $2)
             RETURNING 1)
           SELECT count(*) AS count FROM gone`,
          [before, max],
        );
        return numberOf(counted, "count");
      }),
  };
}

async function insert(ask: Ask, table: string, result: StoredResult): Promise<boolean> {
  const inserted = await ask(
    `INSERT INTO ${table} (${resultColumns}, output)
     VALUES (${resultFields.map((_, index) => `$${index + 1}`).join(", ")})
     ON CONFLICT DO NOTHING RETURNING call_id`,
    resultFields.map((field) => result[field] ?? null),
  );
  return inserted.length === 1;
}
