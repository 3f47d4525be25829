import type { AuditEntry } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";

/** Takes entries that are in the store already to the second place. Rejects where they must be there and are not. */
export type Copy = (entries: readonly AuditEntry[]) => Promise<void>;

/** Where there is no second place. */
export const noCopy: Copy = async () => undefined;

type Copied = Pick<DurableStores, "audit" | "approvals" | "policies">;

/**
 * Has what a store writes to the audit log in a step of its own taken to the second place too, once the step
 * is done. Not for the log of calls, which writes to both itself.
 */
export function alsoCopied<Stores extends Copied>(stores: Stores, copy: Copy): Stores {
  const { audit, approvals, policies } = stores;
  return {
    ...stores,
    audit: {
      ...audit,
      append: async (entries, durability) => {
        const rows = await audit.append(entries, durability);
        await copy(entries);
        return rows;
      },
    },
    approvals: {
      ...approvals,
      add: async (approval, limit) => {
        const added = await approvals.add(approval, limit);
        if (added === "added") await copy([limit.entry]);
        return added;
      },
      decide: async (id, decision, entry) => {
        const decided = await approvals.decide(id, decision, entry);
        if (decided !== undefined) await copy([entry]);
        return decided;
      },
      consume: async (consumption, intent) => {
        const isConsumed = await approvals.consume(consumption, intent);
        if (isConsumed) await copy([intent]);
        return isConsumed;
      },
    },
    policies: {
      ...policies,
      put: async (policy, change) => {
        const put = await policies.put(policy, change);
        if (put === "put") await copy([change.entry]);
        return put;
      },
    },
  };
}
