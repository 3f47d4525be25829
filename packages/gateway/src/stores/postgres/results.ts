import type { ResultStore, StoredResult } from "../result-store.ts";
import { isSameResult } from "../same-result.ts";
import type { Ask, Database } from "./database.ts";
import { integer, isStorable, type Row, text } from "./row.ts";
import { whereEqual } from "./where-equal.ts";

const listed = "call_id, tenant, subject, server, tool, contract, at, digest";

export function createPostgresResults({ ask, step }: Database, schema: string): ResultStore {
  const table = `${schema}.results`;
  const find = async (callId: string): Promise<StoredResult | undefined> => {
    if (!isStorable(callId)) return undefined;
    const rows = await ask(`SELECT ${listed}, output FROM ${table} WHERE call_id = $1`, [callId]);
    return rows.map(storedResult)[0];
  };

  return {
    keep: async (result) => {
      if (await insert(ask, table, result)) return "kept";
      const there = await find(result.callId);
      return there !== undefined && isSameResult(there, result) ? "kept" : "taken";
    },
    find,
    list: async ({ tenant, tool, before }, most) => {
      if (!isStorable(tenant, tool)) return [];
      const { sql, values } = whereEqual({ tenant, tool });
      const rows = await ask(
        `SELECT ${listed} FROM ${table}
         WHERE ${sql} AND at < coalesce($${values.length + 1}, at + 1)
         ORDER BY at DESC, call_id COLLATE "C" DESC LIMIT $${values.length + 2}`,
        [...values, before ?? null, most],
      );
      return rows.map(listedResult);
    },
    forget: (before, most) =>
      step("BEGIN ISOLATION LEVEL READ COMMITTED", async (askInStep) => {
        await askInStep(
          `INSERT INTO ${schema}.results_forgotten AS known (id, before) VALUES (1, $1)
           ON CONFLICT (id) DO UPDATE SET before = greatest(known.before, excluded.before)`,
          [before],
        );
        const [counted = {}] = await askInStep(
          `WITH gone AS (
             DELETE FROM ${table} WHERE call_id IN
               (SELECT call_id FROM ${table} WHERE at < $1 ORDER BY at LIMIT $2)
             RETURNING 1)
           SELECT count(*) AS count FROM gone`,
          [before, most],
        );
        return integer(counted, "count");
      }),
  };
}

async function insert(ask: Ask, table: string, result: StoredResult): Promise<boolean> {
  const inserted = await ask(
    `INSERT INTO ${table} (${listed}, output) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT DO NOTHING RETURNING call_id`,
    [
      result.callId,
      result.tenant,
      result.subject,
      result.server,
      result.tool,
      result.contract,
      result.at,
      result.digest,
      result.output,
    ],
  );
  return inserted.length === 1;
}

function listedResult(row: Row): Omit<StoredResult, "output"> {
  return {
    callId: text(row, "call_id"),
    tenant: text(row, "tenant"),
    subject: text(row, "subject"),
    server: text(row, "server"),
    tool: text(row, "tool"),
    contract: text(row, "contract"),
    at: integer(row, "at"),
    digest: text(row, "digest"),
  };
}

function storedResult(row: Row): StoredResult {
  return { ...listedResult(row), output: text(row, "output") };
}
