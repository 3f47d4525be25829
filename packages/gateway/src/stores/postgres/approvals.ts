import {
  type ApprovalStore,
  type Decision,
  decidedOn,
  type StoredApproval,
} from "../approval-store.ts";
import { approvalColumns, approvalValues, numberOf, readApproval } from "../rows.ts";
import type { Chain } from "./chain.ts";
import { isStorable, olderThan, whereEqual } from "./conditions.ts";
import type { Ask, Database } from "./database.ts";

export function createPostgresApprovals(
  { ask }: Database,
  chain: Chain,
  schema: string,
): ApprovalStore {
  const table = `${schema}.approvals`;
  const select = `SELECT ${approvalColumns} FROM ${table}`;

  return {
    ...createChanges(chain, table),
    ...createEnding(ask, table),
    find: async (id, within = {}) => {
      if (!isStorable(id)) return undefined;
      const { sql, values } = whereEqual({ id, ...within });
      const rows = await ask(`${select} WHERE ${sql}`, values);
      return rows.map(readApproval)[0];
    },
    findOpen: async (fingerprint, now) => {
      const rows = await ask(
        `${select} WHERE fingerprint = $1 AND state IN ('pending', 'approved') AND expires_at > $2
         ORDER BY created_at DESC LIMIT 1`,
        [fingerprint, now],
      );
      return rows.map(readApproval)[0];
    },
    list: async ({ max, behind, ...filter }) => {
      const { sql, values } = olderThan(behind, whereEqual(filter));
      const rows = await ask(
        `${select} WHERE ${sql}
         ORDER BY created_at DESC, id COLLATE "C" DESC LIMIT $${values.length + 1}`,
        [...values, max],
      );
      return rows.map(readApproval);
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
    forget: async (before, max) => {
      // Another gateway may be removing too, so skip the rows it has locked.
      const gone = await ask(
        `DELETE FROM ${table} WHERE id IN
           (SELECT id FROM ${table} WHERE state NOT IN ('pending', 'approved') AND expires_at < $1
            ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING id`,
        [before, max],
      );
      return gone.length;
    },
  };
}

/**
 * Creates the audited changes. Their conditions are inside the statements, not in code before them,
 * so the first writer wins.
 */
function createChanges(
  chain: Chain,
  table: string,
): Pick<ApprovalStore, "add" | "decide" | "consume"> {
  return {
    add: (approval, { max, entry }) =>
      chain.change(async ({ ask, add }) => {
        const counted = await countOpen(ask, table, approval);
        if (counted.same > 0) return "already-open";
        if (counted.pending >= max) return "too-many";
        await ask(
          `INSERT INTO ${table} (${approvalColumns})
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
                   $16, $17)`,
          approvalValues(approval),
        );
        await add(entry);
        return "added";
      }),
    decide: (id, decision, entry) =>
      chain.change(async ({ ask, add }) => {
        if (!isStorable(id)) return undefined;
        const decided = await decide(ask, table, { id, decision });
        if (decided !== undefined) await add(entry);
        return decided;
      }),
    consume: ({ id, digest, callId, at }, intent) =>
      chain.change(async ({ ask, add }) => {
        if (!isStorable(id)) return false;
        const [used] = await ask(
          `UPDATE ${table} SET state = 'consumed', call_id = $3
           WHERE id = $1 AND digest = $2 AND state = 'approved' AND expires_at > $4
           RETURNING id`,
          [id, digest, callId, at],
        );
        if (used === undefined) return false;
        await add(intent);
        return true;
      }),
  };
}

interface Deciding {
  readonly id: string;
  readonly decision: Decision;
}

async function decide(
  ask: Ask,
  table: string,
  { id, decision }: Deciding,
): Promise<StoredApproval | undefined> {
  const rows = await ask(`SELECT ${approvalColumns} FROM ${table} WHERE id = $1`, [id]);
  const found = rows.map(readApproval)[0];
  const decided = found && decidedOn(found, decision);
  if (found === undefined || decided === undefined) return undefined;
  const { state, yeses, decidedBy, decidedAt } = decided;
  // Deciders hold the chain lock; only expiry changes approvals without it.
  const [changed] = await ask(
    `UPDATE ${table} SET state = $2, yeses = $3, decided_by = $4, decided_at = $5
     WHERE id = $1 AND state = $6 RETURNING id`,
    [id, state, JSON.stringify(yeses), decidedBy, decidedAt, found.state],
  );
  return changed === undefined ? undefined : decided;
}

// No writer can add between the count and the insert: every change holds the chain lock.
async function countOpen(
  ask: Ask,
  table: string,
  { fingerprint, requester, createdAt }: StoredApproval,
): Promise<{ readonly same: number; readonly pending: number }> {
  const [counted = {}] = await ask(
    `SELECT count(*) FILTER (WHERE fingerprint = $1) AS same,
            count(*) FILTER (WHERE requester = $2 AND state = 'pending') AS pending
     FROM ${table}
     WHERE state IN ('pending', 'approved') AND expires_at > $3
       AND (fingerprint = $1 OR requester = $2)`,
    [fingerprint, requester, createdAt],
  );
  return { same: numberOf(counted, "same"), pending: numberOf(counted, "pending") };
}
