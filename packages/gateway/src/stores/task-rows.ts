import { numberOf, oneOf, type Row, textOf } from "./rows.ts";
import { type ClaimedTask, type StoredTask, taskStatuses } from "./task-store.ts";

/** In the order of `taskValues`. */
export const taskColumns = `id, tenant, principal, call_id, server, tool, contract, input, upstream_id,
  status, content, call, created_at, expires_at, changed_at`;

/** Returns the values in column order. */
export function taskValues(task: StoredTask): readonly (string | number | null)[] {
  return [
    task.id,
    task.tenant,
    task.principal,
    task.callId,
    task.server,
    task.tool,
    task.contract,
    task.input,
    task.upstreamId,
    task.status,
    task.content,
    task.call,
    task.createdAt,
    task.expiresAt,
    task.changedAt,
  ];
}

export function readTask(row: Row): StoredTask {
  return {
    id: textOf(row, "id"),
    tenant: row["tenant"] === null ? null : textOf(row, "tenant"),
    principal: textOf(row, "principal"),
    callId: textOf(row, "call_id"),
    server: textOf(row, "server"),
    tool: textOf(row, "tool"),
    contract: textOf(row, "contract"),
    input: textOf(row, "input"),
    upstreamId: row["upstream_id"] === null ? null : textOf(row, "upstream_id"),
    status: oneOf(row, "status", taskStatuses),
    content: textOf(row, "content"),
    call: textOf(row, "call"),
    createdAt: numberOf(row, "created_at"),
    expiresAt: numberOf(row, "expires_at"),
    changedAt: numberOf(row, "changed_at"),
  };
}

/** `before` is what the column `leased` held before the claim. */
export function readClaimed(row: Row, before: number): ClaimedTask {
  const task = readTask(row);
  return { id: task.id, fence: numberOf(row, "fence"), wasLost: before === 1, task };
}
