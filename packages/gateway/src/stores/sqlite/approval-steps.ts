import type { DatabaseSync } from "node:sqlite";
import type {
  ApprovalFilter,
  ApprovalStore,
  Consumption,
  Decision,
  StoredApproval,
  Within,
} from "../approval-store.ts";
import type { AuditEntry } from "../audit-store.ts";
import { decidedOn } from "../decided-on.ts";
import { whereOf } from "./approval-filter.ts";
import { approvalValues, insertApproval, readApproval } from "./approval-row.ts";
import type { Chain } from "./chain.ts";
import { type Columns, numberOf } from "./columns.ts";
import { createPrepared } from "./prepared.ts";

type AddLimit = Parameters<ApprovalStore["add"]>[1];
type AddResult = Awaited<ReturnType<ApprovalStore["add"]>>;

export interface ApprovalSteps {
  readonly addApproval: (approval: StoredApproval, limit: AddLimit) => AddResult;
  readonly findApproval: (id: string, within: Within) => StoredApproval | undefined;
  readonly findOpenApproval: (fingerprint: string, now: number) => StoredApproval | undefined;
  readonly listApprovals: (filter: ApprovalFilter) => readonly StoredApproval[];
  readonly decideApproval: (
    id: string,
    decision: Decision,
    entry: AuditEntry,
  ) => StoredApproval | undefined;
  readonly consumeApproval: (consumption: Consumption, intent: AuditEntry) => boolean;
  readonly closeApproval: (id: string, state: "done" | "failed" | "unknown") => void;
  readonly expireApprovals: (now: number) => number;
  readonly hasOldApprovals: (before: number) => boolean;
  readonly forgetApprovals: (before: number, most: number) => number;
}

/**
 * Creates the steps. Conditions are inside the statements, and each step is one transaction with
 * its audit entry.
 */
export function createApprovalSteps(database: DatabaseSync, chain: Chain): ApprovalSteps {
  return {
    ...createFinding(database),
    ...createDeciding(database, chain),
    ...createForgetting(database),
    addApproval: createAdding(database, chain),
  };
}

function createAdding(database: DatabaseSync, { add }: Chain): ApprovalSteps["addApproval"] {
  const insert = database.prepare(insertApproval);
  const open = database.prepare(
    `SELECT count(*) AS count FROM approvals
      WHERE fingerprint = ? AND state IN ('pending', 'approved') AND expires_at > ?`,
  );
  const pending = database.prepare(
    `SELECT count(*) AS count FROM approvals
      WHERE requester = ? AND state = 'pending' AND expires_at > ?`,
  );
  return (approval, { most, entry }) => {
    const { fingerprint, requester, createdAt } = approval;
    if (countOf(open.get(fingerprint, createdAt)) > 0) return "already-open";
    if (countOf(pending.get(requester, createdAt)) >= most) return "too-many";
    add([entry]);
    insert.run(approvalValues(approval));
    return "added";
  };
}

function createFinding(
  database: DatabaseSync,
): Pick<ApprovalSteps, "findApproval" | "findOpenApproval" | "listApprovals"> {
  const prepared = createPrepared(database);
  const findOpen = database.prepare(
    `SELECT * FROM approvals
      WHERE fingerprint = ? AND state IN ('pending', 'approved') AND expires_at > ?
      ORDER BY created_at DESC, number DESC LIMIT 1`,
  );
  return {
    findApproval: (id, within) => {
      const { sql, values } = whereOf({ id, ...within });
      const whose = "SELECT * FROM approvals INDEXED BY approvals_whose WHERE";
      return approvalOf(prepared(`${whose} ${sql}`).get(values));
    },
    findOpenApproval: (fingerprint, now) => approvalOf(findOpen.get(fingerprint, now)),
    listApprovals: ({ most, ...filter }) => {
      const { sql, values } = whereOf(filter);
      return prepared(
        `SELECT * FROM approvals WHERE ${sql} ORDER BY created_at DESC, id DESC LIMIT :most`,
      )
        .all({ ...values, most })
        .map(readApproval);
    },
  };
}

function createDeciding(
  database: DatabaseSync,
  { add }: Chain,
): Pick<ApprovalSteps, "decideApproval" | "consumeApproval" | "closeApproval" | "expireApprovals"> {
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
    decideApproval: (id, decision, entry) => {
      const found = approvalOf(find.get(id));
      const decided = found && decidedOn(found, decision);
      if (decided === undefined) return undefined;
      const { state, decidedBy: by = null, decidedAt: at = null } = decided;
      decide.run({ id, state, yeses: JSON.stringify(decided.yeses), by, at });
      add([entry]);
      return decided;
    },
    consumeApproval: ({ id, digest, callId, at }, intent) => {
      if (consume.run({ id, digest, callId, at }).changes !== 1) return false;
      add([intent]);
      return true;
    },
    closeApproval: (id, state) => void close.run(state, id),
    expireApprovals: (now) => Number(expire.run(now).changes),
  };
}

// Must match the index condition literally, or SQLite does not use the index.
const settledBefore = "state NOT IN ('pending', 'approved') AND expires_at < ?";

function createForgetting(
  database: DatabaseSync,
): Pick<ApprovalSteps, "hasOldApprovals" | "forgetApprovals"> {
  const find = database.prepare(`SELECT 1 FROM approvals WHERE ${settledBefore} LIMIT 1`);
  const forget = database.prepare(
    `DELETE FROM approvals WHERE number IN
      (SELECT number FROM approvals WHERE ${settledBefore} ORDER BY expires_at LIMIT ?)`,
  );
  return {
    hasOldApprovals: (before) => find.get(before) !== undefined,
    forgetApprovals: (before, most) => Number(forget.run(before, most).changes),
  };
}

function approvalOf(columns: Columns | undefined): StoredApproval | undefined {
  return columns === undefined ? undefined : readApproval(columns);
}

function countOf(columns: Columns | undefined): number {
  return columns === undefined ? 0 : numberOf(columns, "count");
}
