import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Link } from "../audit-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { storeDeadlineMs } from "../store-deadline.ts";
import {
  createApprovals,
  createAudit,
  createConnections,
  createDrafts,
  createKeys,
  createPersonal,
  createPolicies,
  createResults,
} from "./asked-stores.ts";
import { openDesk } from "./desk.ts";
import { createQuickAppend } from "./quick-append.ts";
import { createRowFile } from "./row-file.ts";

export interface SqliteOptions {
  readonly link: Link;
  /** URL of a module that exports the same function as `link`: the thread chains rows too. */
  readonly linkModule: string;
  readonly clock: Clock;
  /** Time limit of every request. Default: the store deadline. */
  readonly deadlineMs?: number;
  /** Maximum file size. Default: unlimited. */
  readonly maxBytes?: number;
}

/**
 * Opens the file, or creates it with owner-only permissions. Rejects with a `StoreError` if it is
 * unusable. Several processes may open it.
 */
export async function openSqliteStores(
  path: string,
  { link, linkModule, clock, deadlineMs = storeDeadlineMs, maxBytes }: SqliteOptions,
): Promise<DurableStores> {
  // Well before the deadline, so that a waiting caller gets `locked` rather than `overdue`.
  const patienceMs = Math.floor(deadlineMs / 2);
  const settings = { path, ...(maxBytes !== undefined && { maxBytes }) };
  const thread = { ...settings, linkModule, patienceMs };
  const desk = await openDesk({ thread, clock, deadlineMs });
  try {
    await desk.ask("flush", [], "on-disk");
  } catch (error) {
    await desk[Symbol.asyncDispose]();
    throw error;
  }
  const rows = createRowFile(settings, { link, clock });
  return {
    audit: createAudit(desk.ask, rows, createQuickAppend(rows, clock)),
    personal: createPersonal(desk.ask),
    approvals: createApprovals(desk.ask),
    policies: createPolicies(desk.ask),
    connections: createConnections(desk.ask),
    keys: createKeys(desk.ask),
    drafts: createDrafts(desk.ask),
    results: createResults(desk.ask),
    [Symbol.asyncDispose]: () => {
      rows[Symbol.dispose]();
      return desk[Symbol.asyncDispose]();
    },
  };
}
