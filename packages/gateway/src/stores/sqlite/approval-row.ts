import type { SQLInputValue } from "node:sqlite";
import { approvalStates, type StoredApproval } from "../approval-store.ts";
import { readYeses } from "../read-yeses.ts";
import { type Columns, isSet, numberOf, oneOf, textOf } from "./columns.ts";

export function readApproval(columns: Columns): StoredApproval {
  return {
    id: textOf(columns, "id"),
    digest: textOf(columns, "digest"),
    binding: textOf(columns, "binding"),
    arguments: textOf(columns, "arguments"),
    tool: textOf(columns, "tool"),
    requester: textOf(columns, "requester"),
    tenant: isSet(columns, "tenant") ? textOf(columns, "tenant") : null,
    fingerprint: textOf(columns, "fingerprint"),
    from: oneOf(columns, "asked_from", ["caller", "operator"]),
    state: oneOf(columns, "state", approvalStates),
    needed: numberOf(columns, "needed"),
    yeses: readYeses(textOf(columns, "yeses")),
    createdAt: numberOf(columns, "created_at"),
    expiresAt: numberOf(columns, "expires_at"),
    ...(isSet(columns, "decided_by") && { decidedBy: textOf(columns, "decided_by") }),
    ...(isSet(columns, "decided_at") && { decidedAt: numberOf(columns, "decided_at") }),
    ...(isSet(columns, "call_id") && { callId: textOf(columns, "call_id") }),
  };
}

export const insertApproval = `INSERT INTO approvals
  (id, digest, binding, arguments, tool, requester, tenant, fingerprint, asked_from, state,
   needed, yeses, created_at, expires_at, decided_by, decided_at, call_id)
  VALUES
  (:id, :digest, :binding, :arguments, :tool, :requester, :tenant, :fingerprint, :from, :state,
   :needed, :yeses, :createdAt, :expiresAt, :decidedBy, :decidedAt, :callId)`;

export function approvalValues(approval: StoredApproval): Record<string, SQLInputValue> {
  const yeses = JSON.stringify(approval.yeses);
  return { decidedBy: null, decidedAt: null, callId: null, ...approval, yeses };
}
