import type { StoredApproval } from "../approval-store.ts";
import type { Link, PersonalField, PersonalStore } from "../audit-store.ts";
import type { StoredConnection } from "../connection-store.ts";
import type { StoredDraft } from "../draft-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { forgotten } from "../forgotten.ts";
import { createMemoryApprovals } from "./approvals.ts";
import { createMemoryAudit } from "./audit.ts";
import { createMemoryConnections } from "./connections.ts";
import { createMemoryDrafts } from "./drafts.ts";
import { createMemoryKeys } from "./keys.ts";
import { createMemoryPolicies } from "./policies.ts";
import { createMemoryResults } from "./results.ts";

export interface MemoryOptions {
  readonly link: Link;
}

/** Forgets everything with the process. For tests and for trying things out. */
export function openMemoryStores({ link }: MemoryOptions): DurableStores {
  const { audit, add } = createMemoryAudit(link);
  const approvals = new Map<string, StoredApproval>();
  return {
    audit,
    personal: createMemoryPersonal(approvals),
    approvals: createMemoryApprovals(add, approvals),
    policies: createMemoryPolicies(add),
    connections: createMemoryConnections(add, new Map<string, StoredConnection>()),
    keys: createMemoryKeys(),
    drafts: createMemoryDrafts(add, new Map<string, StoredDraft>()),
    results: createMemoryResults(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function createMemoryPersonal(approvals: Map<string, StoredApproval>): PersonalStore {
  const fields = new Map<string, PersonalField>();
  const forget = ({ text: name, subject }: PersonalField): void => {
    for (const [id, approval] of approvals) {
      const left = forgotten(approval, { name, subject });
      if (left === undefined) approvals.delete(id);
      else approvals.set(id, left);
    }
  };
  return {
    put: async (field) => {
      if (!fields.has(field.id)) fields.set(field.id, field);
    },
    find: async (id) => fields.get(id),
    erase: async (subject) => {
      const erased = [...fields.values()].filter((field) => field.subject === subject);
      for (const field of erased) {
        fields.delete(field.id);
        forget(field);
      }
      return erased.length;
    },
  };
}
