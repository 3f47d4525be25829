import type { Clock } from "../../kernel/clock.ts";
import type { ApprovalStore } from "../approval-store.ts";
import type { AuditStore, PersonalStore } from "../audit-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { notThereYet } from "../not-there-yet.ts";
import type { PolicyStore } from "../policy-store.ts";
import { storeDeadlineMs } from "../store-deadline.ts";
import { type Ask, openDesk } from "./desk.ts";

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
    ...notThereYet,
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

function createAudit(ask: Ask): AuditStore {
  return {
    append: async (entries, durability) => {
      if (entries.length === 0) {
        if (durability === "on-disk") await ask("flush", [], durability);
        return [];
      }
      const { from, hashes } = await ask("append", [entries], durability);
      return hashes.map((hash, index) => ({
        sequence: from + index,
        body: entries[index]?.body ?? "",
        hash,
      }));
    },
    last: () => ask("last", [], "read"),
    read: (from, most) => ask("read", [from, most], "read"),
    unfinished: (before) => ask("unfinished", [before], "read"),
    keepCheckpoint: (checkpoint) => ask("keepCheckpoint", [checkpoint], "on-disk"),
    checkpoints: (most) => ask("checkpoints", most === undefined ? [] : [most], "read"),
  };
}

function createPersonal(ask: Ask): PersonalStore {
  return {
    put: (field) => ask("putPersonal", [field], "committed"),
    find: (id) => ask("findPersonal", [id], "read"),
    erase: (subject) => ask("erasePersonal", [subject], "on-disk"),
  };
}

function createApprovals(ask: Ask): ApprovalStore {
  return {
    add: (approval, limit) => ask("addApproval", [approval, limit], "on-disk"),
    find: (id, within = {}) => ask("findApproval", [id, within], "read"),
    findOpen: (fingerprint, now) => ask("findOpenApproval", [fingerprint, now], "read"),
    list: (filter) => ask("listApprovals", [filter], "read"),
    decide: (id, decision, entry) => ask("decideApproval", [id, decision, entry], "on-disk"),
    consume: (consumption, intent) => ask("consumeApproval", [consumption, intent], "on-disk"),
    close: (id, state) => ask("closeApproval", [id, state], "committed"),
    expire: (now) => ask("expireApprovals", [now], "committed"),
  };
}

function createPolicies(ask: Ask): PolicyStore {
  return {
    put: (policy, change) => ask("putPolicy", [policy, change], "on-disk"),
    newest: () => ask("newestPolicy", [], "read"),
    find: (version) => ask("findPolicy", [version], "read"),
    list: (most) => ask("listPolicies", [most], "read"),
  };
}
