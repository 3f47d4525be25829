import type { SQLInputValue } from "node:sqlite";
import { approvalStates, type StoredApproval } from "../approval-store.ts";
import { type Columns, isSet, numberOf, oneOf, textOf } from "./columns.ts";

export function readApproval(columns: Columns): StoredApproval {
  return {
    id: textOf(columns, "id"),
    digest: textOf(columns, "digest"),
    binding: textOf(columns, "binding"),
    arguments: textOf(columns, "arguments"),
    tool: textOf(columns, "tool"),
    requester: textOf(columns, "requester"),
    fingerprint: textOf(columns, "fingerprint"),
    from: oneOf(columns, "asked_from", ["caller", "operator"]),
    state: oneOf(columns, "state", approvalStates),
    createdAt: numberOf(columns, "created_at"),
    expiresAt: numberOf(columns, "expires_at"),
    ...(isSet(columns, "decided_by") && { decidedBy: textOf(columns, "decided_by") }),
    ...(isSet(columns, "decided_at") && { decidedAt: numberOf(columns, "decided_at") }),
    ...(isSet(columns, "call_id") && { callId: textOf(columns, "call_id") }),
  };
}

export const insertApproval = `INSERT INTO approvals
  (id, digest, binding, arguments, tool, requester, fingerprint, asked_from, state,
   created_at, expires_at, decided_by, decided_at, call_id)
  VALUES
  (:id, :digest, :binding, :arguments, :tool, :requester, :fingerprint, :from, :state,
   :createdAt, :expiresAt, :decidedBy, :decidedAt, :callId)`;

export function approvalValues(approval: StoredApproval): Record<string, SQLInputValue> {
  return { decidedBy: null, decidedAt: null, callId: null, ...approval };
}
