import type { AuditEntry } from "../../stores/audit-store.ts";
import type { DurableStores } from "../../stores/durable-stores.ts";

/**
 * Copies entries from the store to the second log. Rejects if they are required there and cannot be
 * written.
 */
export type Copy = (entries: readonly AuditEntry[]) => Promise<void>;

/** For a gateway without a second log. */
export const noCopy: Copy = async () => undefined;

/**
 * Copies entries that a store appends while it is read. The copy opens after the stores, and no row
 * is read before.
 */
export class SettledCopy {
  #copy: Copy = noCopy;

  open(copy: Copy): void {
    this.#copy = copy;
  }

  readonly copy = (entry: AuditEntry): Promise<void> => this.#copy([entry]);
}

type Mirrored = Pick<
  DurableStores,
  "audit" | "approvals" | "grants" | "policies" | "connections" | "drafts" | "admissions"
>;

/** Results of changes that were not made. Their entries were not written either. */
const unchanged: ReadonlySet<unknown> = new Set([
  undefined,
  false,
  "already-open",
  "too-many",
  "taken",
  "overtaken",
]);

/**
 * Copies audit entries that a store writes in its own transactions to the second log, after the
 * commit. Not for the log of calls, which writes to both itself.
 */
export function mirroredStores<Stores extends Mirrored>(stores: Stores, copy: Copy): Stores {
  const { audit, approvals, grants, policies, connections, drafts, admissions } = stores;
  const mirrored = async <Result>(
    changing: Promise<Result>,
    ...entries: readonly (AuditEntry | undefined)[]
  ): Promise<Result> => {
    const result = await changing;
    const written = entries.filter((entry) => entry !== undefined);
    if (written.length > 0 && !unchanged.has(result)) await copy(written);
    return result;
  };
  return {
    ...stores,
    audit: {
      ...audit,
      append: (entries, durability, isRepeated) =>
        mirrored(audit.append(entries, durability, isRepeated), ...entries),
    },
    approvals: {
      ...approvals,
      add: (approval, limit) => mirrored(approvals.add(approval, limit), limit.entry),
      decide: (id, decision, entry) => mirrored(approvals.decide(id, decision, entry), entry),
      consume: (consumption, intent) => mirrored(approvals.consume(consumption, intent), intent),
    },
    grants: {
      ...grants,
      add: (grant, limit) => mirrored(grants.add(grant, limit), limit.entry),
      use: (use, intent) => mirrored(grants.use(use, intent), intent),
      end: (id, ending, entry) => mirrored(grants.end(id, ending, entry), entry),
    },
    policies: {
      ...policies,
      put: (policy, change) => mirrored(policies.put(policy, change), change.entry),
    },
    connections: {
      ...connections,
      add: (connection, entry) => mirrored(connections.add(connection, entry), entry),
      replace: (connection, entry) => mirrored(connections.replace(connection, entry), entry),
    },
    drafts: {
      ...drafts,
      put: (changes, entries) => mirrored(drafts.put(changes, entries), ...entries),
    },
    admissions: {
      ...admissions,
      put: (decision, change) => mirrored(admissions.put(decision, change), change.entry),
    },
  };
}
