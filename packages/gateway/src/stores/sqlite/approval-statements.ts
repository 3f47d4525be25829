import type { DatabaseSync } from "node:sqlite";
import type { ApprovalStore } from "../approval-store.ts";
import { decidedOn } from "../approval-store.ts";
import { approvalColumns, approvalValues, numberOf, type Row, readApproval } from "../rows.ts";
import type { Chain } from "./chain.ts";
import { createPrepared, cursorOf, type Statements, whereEqual } from "./prepared.ts";

export type ApprovalStatements = Statements<ApprovalStore> & ReturnType<typeof createForgetting>;

/**
 * Creates the statements. Conditions are inside them, and each is one transaction with its audit
 * entry.
 */
export function createApprovalStatements(database: DatabaseSync, chain: Chain): ApprovalStatements {
  return {
    ...createFinding(database),
    ...createDeciding(database, chain),
    ...createForgetting(database),
    add: createAdding(database, chain),
  };
}

function createAdding(database: DatabaseSync, chain: Chain): ApprovalStatements["add"] {
  const insert = database.prepare(
    `INSERT INTO approvals (${approvalColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const open = database.prepare(
    `SELECT count(*) AS count FROM approvals
      WHERE fingerprint = ? AND state IN ('pending', 'approved') AND expires_at > ?`,
  );
  const pending = database.prepare(
    `SELECT count(*) AS count FROM approvals
      WHERE requester = ? AND state = 'pending' AND expires_at > ?`,
  );
  return (approval, { max, entry }) => {
    const { fingerprint, requester, createdAt } = approval;
    if (countOf(open.get(fingerprint, createdAt)) > 0) return "already-open";
    if (countOf(pending.get(requester, createdAt)) >= max) return "too-many";
    chain.add([entry]);
    insert.run(...approvalValues(approval));
    return "added";
  };
}

function countOf(row: Row = { count: 0 }): number {
  return numberOf(row, "count");
}

function createFinding(
  database: DatabaseSync,
): Pick<ApprovalStatements, "find" | "findOpen" | "list"> {
  const prepared = createPrepared(database);
  const findOpen = database.prepare(
    `SELECT * FROM approvals
      WHERE fingerprint = ? AND state IN ('pending', 'approved') AND expires_at > ?
      ORDER BY created_at DESC, number DESC LIMIT 1`,
  );
  return {
    find: (id, within) => {
      const { sql, values } = whereEqual({ id, ...within });
      const whose = "SELECT * FROM approvals INDEXED BY approvals_whose WHERE";
      return prepared(`${whose} ${sql}`).all(values).map(readApproval)[0];
    },
    findOpen: (fingerprint, now) => findOpen.all(fingerprint, now).map(readApproval)[0],
    list: ({ max, behind, ...filter }) => {
      const { sql, values } = whereEqual(filter);
      const older = behind === undefined ? "" : "AND (created_at, id) < (:behindAt, :behindId)";
      return prepared(
        `SELECT * FROM approvals WHERE ${sql} ${older} ORDER BY created_at DESC, id DESC LIMIT :max`,
      )
        .all({ ...values, ...cursorOf(behind), max })
        .map(readApproval);
    },
  };
}

function createDeciding(
  database: DatabaseSync,
  chain: Chain,
): Pick<ApprovalStatements, "decide" | "consume" | "close" | "expire"> {
  const find = database.prepare("SELECT * FROM approvals WHERE id = ?");
  const decide = database.prepare(
    `UPDATE approvals SET state = :state, yeses = :yeses, decided_by = :by, decided_at = :at
      WHERE id = :id`,
  );
  const consume = database.prepare(
    `UPDATE approvals SET state = 'consumed', call_id = :callId
      WHERE id = :id AND digest = :digest AND state = 'approved' AND expires_at > :at`,
  );
  const close = database.prepare(
    "UPDATE approvals SET state = ? WHERE id = ? AND state = 'consumed'",
  );
  const expire = database.prepare(
    `UPDATE approvals SET state = 'expired'
      WHERE state IN ('pending', 'approved') AND expires_at <= ?`,
  );
  return {
    // No other writer comes between read and update: the transaction began as IMMEDIATE.
    decide: (id, decision, entry) => {
      const [found] = find.all(id).map(readApproval);
      const decided = found && decidedOn(found, decision);
      if (decided === undefined) return undefined;
      const { state, decidedBy: by = null, decidedAt: at = null } = decided;
      decide.run({ id, state, yeses: JSON.stringify(decided.yeses), by, at });
      chain.add([entry]);
      return decided;
    },
    consume: ({ id, digest, callId, at }, intent) => {
      if (consume.run({ id, digest, callId, at }).changes !== 1) return false;
      chain.add([intent]);
      return true;
    },
    close: (id, state) => void close.run(state, id),
    expire: (now) => Number(expire.run(now).changes),
  };
}

// Must match the index condition literally, or SQLite does not use the index.
const settledBefore = "state NOT IN ('pending', 'approved') AND expires_at < ?";

function createForgetting(database: DatabaseSync) {
  const find = database.prepare(`SELECT 1 FROM approvals WHERE ${settledBefore} LIMIT 1`);
  const forget = database.prepare(
    `DELETE FROM approvals WHERE number IN
      (SELECT number FROM approvals WHERE ${settledBefore} ORDER BY expires_at LIMIT ?)`,
  );
  return {
    hasOld: (before: number): boolean => find.get(before) !== undefined,
    forget: (before: number, max: number): number => Number(forget.run(before, max).changes),
  };
}
