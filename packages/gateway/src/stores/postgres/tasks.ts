import { numberOf, textOf } from "../rows.ts";
import { readClaimed, readTask, taskColumns, taskValues } from "../task-rows.ts";
import type { TaskStore } from "../task-store.ts";
import type { Chain } from "./chain.ts";
import { isStorable } from "./conditions.ts";
import type { Ask, Database } from "./database.ts";

/** The table, as a migration. Never change it once it is released. */
export const tasksTable = `CREATE TABLE $schema.tasks (
     id text PRIMARY KEY,
     tenant text,
     principal text NOT NULL,
     call_id text NOT NULL,
     server text NOT NULL,
     tool text NOT NULL,
     contract text NOT NULL,
     input text NOT NULL,
     upstream_id text,
     status text NOT NULL,
     -- Both as JSON.
     content text NOT NULL,
     call text NOT NULL,
     created_at bigint NOT NULL,
     expires_at bigint NOT NULL,
     changed_at bigint NOT NULL,
     fence bigint NOT NULL DEFAULT 0,
     leased integer NOT NULL DEFAULT 0,
     -- No claim succeeds before.
     busy_until bigint NOT NULL DEFAULT 0
   );
   CREATE INDEX tasks_live ON $schema.tasks (principal, tenant, expires_at)
     WHERE status IN ('working', 'input_required');
   CREATE INDEX tasks_expiring ON $schema.tasks (expires_at);`;

const live = "status IN ('working', 'input_required')";

export function createPostgresTasks(
  { ask }: Database,
  chain: Pick<Chain, "change">,
  schema: string,
): TaskStore {
  const table = `${schema}.tasks`;
  const values = Array.from({ length: 15 }, (_, index) => `$${index + 1}`).join(", ");
  return {
    ...createChanging(ask, table),
    ...createEnding(ask, table),
    // Under the chain lock: two tasks of one owner are counted one after the other.
    add: (task, max) =>
      chain.change(async (change) => {
        const [counted = {}] = await change.ask(
          `SELECT count(*) AS count FROM ${table}
           WHERE principal = $1 AND tenant IS NOT DISTINCT FROM $2 AND expires_at > $3 AND ${live}`,
          [task.principal, task.tenant, task.createdAt],
        );
        if (numberOf(counted, "count") >= max) return "too-many";
        await change.ask(
          `INSERT INTO ${table} (${taskColumns}) VALUES (${values})`,
          taskValues(task),
        );
        return "added";
      }),
    find: async (id, { tenant, principal }) => {
      if (!isStorable(id, tenant ?? "", principal)) return undefined;
      const rows = await ask(
        `SELECT ${taskColumns} FROM ${table}
         WHERE id = $1 AND tenant IS NOT DISTINCT FROM $2 AND principal = $3`,
        [id, tenant, principal],
      );
      return rows.map(readTask)[0];
    },
  };
}

function createChanging(ask: Ask, table: string): Pick<TaskStore, "claim" | "save" | "wake"> {
  return {
    claim: async (id, { now, until }) => {
      const [row] = await ask(
        `WITH free AS (
           SELECT id AS free_id, leased AS was_leased FROM ${table}
            WHERE id = $1 AND busy_until <= $2 AND ${live} FOR UPDATE)
         UPDATE ${table} SET fence = fence + 1, leased = 1, busy_until = $3 FROM free
          WHERE id = free_id
         RETURNING fence, was_leased, ${taskColumns}`,
        [id, now, until],
      );
      return row && readClaimed(row, numberOf(row, "was_leased"));
    },
    save: async ({ id, fence }, { status, content, changedAt, upstreamId, call, restsUntil }) => {
      const saved = await ask(
        `UPDATE ${table} SET status = $3, content = $4, changed_at = $5, upstream_id = $6,
           call = $7, busy_until = $8, leased = 0
         WHERE id = $1 AND fence = $2 AND leased = 1 RETURNING fence`,
        [id, fence, status, content, changedAt, upstreamId, call, restsUntil],
      );
      return saved.length === 1;
    },
    wake: async (id) => {
      await ask(`UPDATE ${table} SET busy_until = 0 WHERE id = $1 AND leased = 0`, [id]);
    },
  };
}

function createEnding(
  ask: Ask,
  table: string,
): Pick<TaskStore, "overdue" | "liveCalls" | "forget"> {
  return {
    overdue: async (now, max) => {
      const rows = await ask(
        `SELECT ${taskColumns} FROM ${table}
         WHERE expires_at <= $1 AND ${live} AND (leased = 0 OR busy_until <= $1)
         ORDER BY expires_at LIMIT $2`,
        [now, max],
      );
      return rows.map(readTask);
    },
    liveCalls: async () =>
      (await ask(`SELECT call_id FROM ${table} WHERE ${live}`)).map((row) =>
        textOf(row, "call_id"),
      ),
    forget: async (before, max) => {
      const gone = await ask(
        `DELETE FROM ${table} WHERE id IN
           (SELECT id FROM ${table} WHERE expires_at < $1 AND NOT ${live}
             ORDER BY expires_at LIMIT $2) RETURNING id`,
        [before, max],
      );
      return gone.length;
    },
  };
}
