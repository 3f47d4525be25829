import type { AuditEntry } from "../../stores/audit-store.ts";
import type { DurableStores } from "../../stores/durable-stores.ts";

/**
 * Copies entries from the store to the second log. Rejects if they are required there and cannot be
 * written.
 */
export type Copy = (entries: readonly AuditEntry[]) => Promise<void>;

/** For a gateway without a second log. */
export const noCopy: Copy = async () => undefined;

type Mirrored = Pick<DurableStores, "audit" | "approvals" | "policies" | "connections" | "drafts">;

/**
 * Copies audit entries that a store writes in its own transactions to the second log, after the
 * commit. Not for the log of calls, which writes to both itself.
 */
export function mirroredStores<Stores extends Mirrored>(stores: Stores, copy: Copy): Stores {
  const { audit, approvals, policies, connections, drafts } = stores;
  return {
    ...stores,
    connections: mirroredConnections(connections, copy),
    drafts: mirroredDrafts(drafts, copy),
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

function mirroredConnections(
  connections: Mirrored["connections"],
  copy: Copy,
): Mirrored["connections"] {
  return {
    ...connections,
    add: async (connection, entry) => {
      const added = await connections.add(connection, entry);
      if (added === "added") await copy([entry]);
      return added;
    },
    replace: async (connection, entry) => {
      const replaced = await connections.replace(connection, entry);
      if (replaced === "replaced" && entry !== undefined) await copy([entry]);
      return replaced;
    },
  };
}

function mirroredDrafts(drafts: Mirrored["drafts"], copy: Copy): Mirrored["drafts"] {
  return {
    ...drafts,
    put: async (changes, entries) => {
      const put = await drafts.put(changes, entries);
      if (put === "put") await copy(entries);
      return put;
    },
  };
}
