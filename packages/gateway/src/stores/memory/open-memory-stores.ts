import type { StoredApproval } from "../approval-store.ts";
import type { Link, PersonalField, PersonalStore } from "../audit-store.ts";
import type { StoredConnection } from "../connection-store.ts";
import type { StoredDraft } from "../draft-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { type Erased, forgotten, forgottenDecider, forgottenInGrant } from "../forgotten.ts";
import type { StoredGrant } from "../grant-store.ts";
import type { WrappedKey } from "../key-store.ts";
import { createMemoryAdmissions } from "./admissions.ts";
import { createMemoryApprovals } from "./approvals.ts";
import { createMemoryAudit } from "./audit.ts";
import { createMemoryCalls } from "./calls.ts";
import { createMemoryDeliveries } from "./deliveries.ts";
import { createMemoryGrants } from "./grants.ts";
import { createMemoryHistories } from "./histories.ts";
import { createMemoryQuarantine } from "./quarantine.ts";
import {
  createMemoryConnections,
  createMemoryDrafts,
  createMemoryKeys,
  createMemoryKeyUses,
  createMemoryPolicies,
  createMemoryResults,
} from "./records.ts";
import { createMemoryTasks, forgottenTask, type KeptTask } from "./tasks.ts";

/** Opens stores that live as long as the process. For tests and trials. */
export function openMemoryStores({ link }: { readonly link: Link }): DurableStores {
  const { audit, add } = createMemoryAudit(link);
  const approvals = new Map<string, StoredApproval>();
  const grants = new Map<string, StoredGrant>();
  const connections = new Map<string, StoredConnection>();
  const drafts = new Map<string, StoredDraft>();
  const keys = new Map<string, WrappedKey>();
  const tasks = new Map<string, KeptTask>();
  return {
    audit,
    personal: createMemoryPersonal((erased) => {
      forgetIn(approvals, (approval) => forgotten(approval, erased));
      forgetIn(grants, (grant) => forgottenInGrant(grant, erased));
      for (const [key, draft] of drafts) drafts.set(key, forgottenDecider(draft, erased));
      for (const [key, { owner }] of keys) {
        if (isOf(connections.get(owner.connection), erased)) keys.delete(key);
      }
      for (const [id, connection] of connections) {
        if (isOf(connection, erased)) connections.delete(id);
      }
      forgetIn(tasks, (kept) => forgottenTask(kept, erased));
    }),
    approvals: createMemoryApprovals(add, approvals),
    grants: createMemoryGrants(add, grants),
    policies: createMemoryPolicies(add),
    connections: createMemoryConnections(add, connections),
    keys: createMemoryKeys(keys),
    drafts: createMemoryDrafts(add, drafts),
    results: createMemoryResults(),
    quarantine: createMemoryQuarantine(),
    admissions: createMemoryAdmissions(add),
    deliveries: createMemoryDeliveries(),
    keyUses: createMemoryKeyUses(),
    tasks: createMemoryTasks(tasks),
    calls: createMemoryCalls(audit),
    histories: createMemoryHistories(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function isOf(connection: StoredConnection | undefined, { name, tenant }: Erased): boolean {
  return connection?.owner === name && connection.tenant === tenant;
}

function forgetIn<Item>(kept: Map<string, Item>, leave: (item: Item) => Item | undefined): void {
  for (const [id, item] of kept) {
    const left = leave(item);
    if (left === undefined) kept.delete(id);
    else kept.set(id, left);
  }
}

function createMemoryPersonal(forget: (erased: Erased) => void): PersonalStore {
  const fields = new Map<string, PersonalField>();
  return {
    put: async (field) => {
      if (!fields.has(field.id)) fields.set(field.id, field);
    },
    find: async (id) => fields.get(id),
    textsOf: async (subject) => {
      const theirs = [...fields.values()].filter((field) => field.subject === subject);
      return [...new Set(theirs.map(({ text }) => text))];
    },
    erase: async (subject, tenant) => {
      const erased = [...fields.values()].filter((field) => field.subject === subject);
      for (const { id, text: name } of erased) {
        fields.delete(id);
        forget({ name, subject, tenant });
      }
      return erased.length;
    },
  };
}
