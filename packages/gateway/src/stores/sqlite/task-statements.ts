import type { DatabaseSync } from "node:sqlite";
import { numberOf, textOf } from "../rows.ts";
import { readClaimed, readTask, taskColumns, taskValues } from "../task-rows.ts";
import type { TaskStore } from "../task-store.ts";
import type { Statements } from "./prepared.ts";

/** The table, as a migration. Never change it once it is released. */
export const tasksTable = `
  CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    tenant TEXT,
    principal TEXT NOT NULL,
    call_id TEXT NOT NULL,
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    contract TEXT NOT NULL,
    input TEXT NOT NULL,
    upstream_id TEXT,
    status TEXT NOT NULL,
    -- Both as JSON.
    content TEXT NOT NULL,
    call TEXT NOT NULL,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    changed_at REAL NOT NULL,
    fence INTEGER NOT NULL DEFAULT 0,
    leased INTEGER NOT NULL DEFAULT 0,
    -- No claim succeeds before.
    busy_until REAL NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  -- Finds the owner without reading the row: a foreign row takes as long as a missing one.
  CREATE INDEX tasks_whose ON tasks (id, tenant, principal);
  CREATE INDEX tasks_live ON tasks (principal, tenant, expires_at)
    WHERE status IN ('working', 'input_required');
  CREATE INDEX tasks_expiring ON tasks (expires_at);
  `;

const live = "status IN ('working', 'input_required')";

type TaskStatements = Statements<TaskStore>;

export function createTaskStatements(database: DatabaseSync): TaskStatements {
  return { ...createKeeping(database), ...createChanging(database), ...createEnding(database) };
}

function createKeeping(database: DatabaseSync): Pick<TaskStatements, "add" | "find"> {
  const values = Array.from({ length: 15 }, () => "?").join(", ");
  const insert = database.prepare(`INSERT INTO tasks (${taskColumns}) VALUES (${values})`);
  const theirs = database.prepare(
    `SELECT count(*) AS count FROM tasks
      WHERE principal = ? AND tenant IS ? AND expires_at > ? AND ${live}`,
  );
  const find = database.prepare(
    `SELECT ${taskColumns} FROM tasks WHERE id = ? AND tenant IS ? AND principal = ?`,
  );
  return {
    add: (task, max) => {
      // The write transaction holds the file, so no other task can be added in between.
      const { principal, tenant, createdAt } = task;
      const [counted = {}] = theirs.all(principal, tenant, createdAt);
      if (numberOf(counted, "count") >= max) return "too-many";
      insert.run(...taskValues(task));
      return "added";
    },
    find: (id, { tenant, principal }) => find.all(id, tenant, principal).map(readTask)[0],
  };
}

function createChanging(database: DatabaseSync): Pick<TaskStatements, "claim" | "save" | "wake"> {
  const before = database.prepare(
    `SELECT leased FROM tasks WHERE id = ? AND busy_until <= ? AND ${live}`,
  );
  const claim = database.prepare(
    `UPDATE tasks SET fence = fence + 1, leased = 1, busy_until = ? WHERE id = ?
     RETURNING fence, ${taskColumns}`,
  );
  const save = database.prepare(
    `UPDATE tasks SET status = :status, content = :content, changed_at = :changedAt,
       upstream_id = :upstreamId, call = :call, busy_until = :restsUntil, leased = 0
      WHERE id = :id AND fence = :fence AND leased = 1`,
  );
  const wake = database.prepare("UPDATE tasks SET busy_until = 0 WHERE id = ? AND leased = 0");
  return {
    claim: (id, { now, until }) => {
      const [free] = before.all(id, now);
      if (free === undefined) return undefined;
      return claim.all(until, id).map((row) => readClaimed(row, numberOf(free, "leased")))[0];
    },
    save: ({ id, fence }, change) => save.run({ ...change, id, fence }).changes === 1,
    wake: (id) => void wake.run(id),
  };
}

function createEnding(
  database: DatabaseSync,
): Pick<TaskStatements, "overdue" | "liveCalls" | "forget"> {
  const overdue = database.prepare(
    `SELECT ${taskColumns} FROM tasks
      WHERE expires_at <= :now AND ${live} AND (leased = 0 OR busy_until <= :now)
      ORDER BY expires_at LIMIT :max`,
  );
  const liveCalls = database.prepare(`SELECT call_id FROM tasks WHERE ${live}`);
  const forget = database.prepare(
    `DELETE FROM tasks WHERE id IN
      (SELECT id FROM tasks WHERE expires_at < ? AND NOT ${live} ORDER BY expires_at LIMIT ?)`,
  );
  return {
    overdue: (now, max) => overdue.all({ now, max }).map(readTask),
    liveCalls: () => liveCalls.all().map((row) => textOf(row, "call_id")),
    forget: (until, max) => Number(forget.run(until, max).changes),
  };
}
