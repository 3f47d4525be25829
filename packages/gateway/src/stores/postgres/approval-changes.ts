import type { ApprovalStore, StoredApproval } from "../approval-store.ts";
import { approvalColumns, approvalValues, isStorable, storedApproval } from "./approval-row.ts";
import type { Chain } from "./chain.ts";
import type { Ask } from "./database.ts";
import { integer } from "./row.ts";

/**
 * The changes that are audited. Their conditions are in the statements, not in code before them: that
 * is what makes the first one win.
 */
export function createApprovalChanges(
  chain: Chain,
  table: string,
): Pick<ApprovalStore, "add" | "decide" | "consume"> {
  return {
    add: (approval, { most, entry }) =>
      chain.change(async ({ ask, add }) => {
        const counted = await countOpen(ask, table, approval);
        if (counted.same > 0) return "already-open";
        if (counted.pending >= most) return "too-many";
        await ask(
          `INSERT INTO ${table} (${approvalColumns})
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
          approvalValues(approval),
        );
        await add(entry);
        return "added";
      }),
    decide: (id, { to, by, at }, entry) =>
      chain.change(async ({ ask, add }) => {
        if (!isStorable(id)) return undefined;
        const rows = await ask(
          `UPDATE ${table} SET state = $2, decided_by = $3, decided_at = $4
           WHERE id = $1 AND expires_at > $4
             AND (state = 'pending' OR (state = 'approved' AND $2 = 'revoked'))
           RETURNING ${approvalColumns}`,
          [id, to, by, at],
        );
        const decided = rows.map(storedApproval)[0];
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

// Nobody adds between the count and what follows from it: whoever changes something has the chain.
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
  return { same: integer(counted, "same"), pending: integer(counted, "pending") };
}
