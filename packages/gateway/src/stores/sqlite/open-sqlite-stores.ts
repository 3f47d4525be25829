import type { Clock } from "../../foundation/kernel/clock.ts";
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
  /** The URL of a module that exports the same under that name: rows are chained in a thread too. */
  readonly linkModule: string;
  readonly clock: Clock;
  /** After this time without an answer the store counts as failed. */
  readonly deadlineMs?: number;
  /** Where the file may grow no further. */
  readonly maxBytes?: number;
}

/**
 * Opens the file, which is created for us alone where there is none. Rejects with a `StoreError` where it
 * cannot be used. Several processes may have it open.
 */
export async function openSqliteStores(
  path: string,
  { link, linkModule, clock, deadlineMs = storeDeadlineMs, maxBytes }: SqliteOptions,
): Promise<DurableStores> {
  // Well before the deadline, so that whoever waits hears that it is locked and not that it is late.
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
