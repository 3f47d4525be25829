import type { Link, PersonalField, PersonalStore } from "../audit-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { createMemoryApprovals } from "./approvals.ts";
import { createMemoryAudit } from "./audit.ts";
import { createMemoryPolicies } from "./policies.ts";

export interface MemoryOptions {
  readonly link: Link;
}

/** Forgets everything with the process. For tests and for trying things out. */
export function openMemoryStores({ link }: MemoryOptions): DurableStores {
  const { audit, add } = createMemoryAudit(link);
  return {
    audit,
    personal: createMemoryPersonal(),
    approvals: createMemoryApprovals(add),
    policies: createMemoryPolicies(add),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function createMemoryPersonal(): PersonalStore {
  const fields = new Map<string, PersonalField>();
  return {
    put: async (field) => {
      if (!fields.has(field.id)) fields.set(field.id, field);
    },
    find: async (id) => fields.get(id),
    erase: async (subject) => {
      const erased = [...fields.values()].filter((field) => field.subject === subject);
      for (const { id } of erased) fields.delete(id);
      return erased.length;
    },
  };
}
