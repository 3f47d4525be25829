import type { Clock } from "../../kernel/clock.ts";
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

export interface SqliteOptions {
  /** The URL of a module that exports a `Link` named `link`: rows are chained in a thread. */
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
  { linkModule, clock, deadlineMs = storeDeadlineMs, maxBytes }: SqliteOptions,
): Promise<DurableStores> {
  // Well before the deadline, so that whoever waits hears that it is locked and not that it is late.
  const patienceMs = Math.floor(deadlineMs / 2);
  const thread = { path, linkModule, patienceMs, ...(maxBytes !== undefined && { maxBytes }) };
  const desk = await openDesk({ thread, clock, deadlineMs });
  try {
    await desk.ask("flush", [], "on-disk");
  } catch (error) {
    await desk[Symbol.asyncDispose]();
    throw error;
  }
  return {
    audit: createAudit(desk.ask),
    personal: createPersonal(desk.ask),
    approvals: createApprovals(desk.ask),
    policies: createPolicies(desk.ask),
    connections: createConnections(desk.ask),
    keys: createKeys(desk.ask),
    drafts: createDrafts(desk.ask),
    results: createResults(desk.ask),
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}
