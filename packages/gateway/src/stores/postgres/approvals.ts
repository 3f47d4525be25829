import type { ApprovalStore } from "../approval-store.ts";
import { createApprovalChanges } from "./approval-changes.ts";
import { whereOf } from "./approval-filter.ts";
import { approvalColumns, storedApproval } from "./approval-row.ts";
import type { Chain } from "./chain.ts";
import type { Ask, Database } from "./database.ts";
import { isStorable } from "./row.ts";

export function createPostgresApprovals(
  { ask }: Database,
  chain: Chain,
  schema: string,
): ApprovalStore {
  const table = `${schema}.approvals`;
  const select = `SELECT ${approvalColumns} FROM ${table}`;

  return {
    ...createApprovalChanges(chain, table),
    ...createEnding(ask, table),
    find: async (id, within = {}) => {
      if (!isStorable(id)) return undefined;
      const { sql, values } = whereOf({ id, ...within });
      const rows = await ask(`${select} WHERE ${sql}`, values);
      return rows.map(storedApproval)[0];
    },
    findOpen: async (fingerprint, now) => {
      const rows = await ask(
        `${select} WHERE fingerprint = $1 AND state IN ('pending', 'approved') AND expires_at > $2
         ORDER BY created_at DESC LIMIT 1`,
        [fingerprint, now],
      );
      return rows.map(storedApproval)[0];
    },
    list: async ({ most, ...filter }) => {
      const { sql, values } = whereOf(filter);
      const rows = await ask(
        `${select} WHERE ${sql}
         ORDER BY created_at DESC, id COLLATE "C" DESC LIMIT $${values.length + 1}`,
        [...values, most],
      );
      return rows.map(storedApproval);
    },
  };
}

/**
 * Creates the changes without audit entries: a call's outcome has its own row, and expiry is no
 * decision.
 */
function createEnding(ask: Ask, table: string): Pick<ApprovalStore, "close" | "expire" | "forget"> {
  return {
    close: async (id, state) => {
      await ask(`UPDATE ${table} SET state = $2 WHERE id = $1 AND state = 'consumed'`, [id, state]);
    },
    expire: async (now) => {
      const expired = await ask(
        `UPDATE ${table} SET state = 'expired'
         WHERE state IN ('pending', 'approved') AND expires_at <= $1 RETURNING id`,
        [now],
      );
      return expired.length;
    },
    forget: async (before, most) => {
      // Another gateway may be removing too, so skip the rows it has locked.
      const gone = await ask(
        `DELETE FROM ${table} WHERE id IN
           (SELECT id FROM ${table} WHERE state NOT IN ('pending', 'approved') AND expires_at < $1
            ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING id`,
        [before, most],
      );
      return gone.length;
    },
  };
}
