import { type ApprovalState, approvalStates, type StoredApproval } from "../approval-store.ts";
import { readYeses } from "../read-yeses.ts";
import { StoreError } from "../store-error.ts";
import { integer, optional, type Row, text } from "./row.ts";

export const approvalColumns = `id, digest, binding, arguments, tool, requester, tenant, fingerprint,
  asked_from, state, needed, yeses, created_at, expires_at, decided_by, decided_at, call_id`;

/** Returns the values in column order. */
export function approvalValues(approval: StoredApproval): readonly unknown[] {
  return [
    approval.id,
    approval.digest,
    approval.binding,
    approval.arguments,
    approval.tool,
    approval.requester,
    approval.tenant,
    approval.fingerprint,
    approval.from,
    approval.state,
    approval.needed,
    JSON.stringify(approval.yeses),
    approval.createdAt,
    approval.expiresAt,
    approval.decidedBy,
    approval.decidedAt,
    approval.callId,
  ];
}

export function storedApproval(row: Row): StoredApproval {
  const decidedBy = optional(row, "decided_by", text);
  const decidedAt = optional(row, "decided_at", integer);
  const callId = optional(row, "call_id", text);
  return {
    id: text(row, "id"),
    digest: text(row, "digest"),
    binding: text(row, "binding"),
    arguments: text(row, "arguments"),
    tool: text(row, "tool"),
    requester: text(row, "requester"),
    tenant: optional(row, "tenant", text) ?? null,
    fingerprint: text(row, "fingerprint"),
    from: from(row),
    state: state(row),
    needed: integer(row, "needed"),
    yeses: readYeses(text(row, "yeses")),
    createdAt: integer(row, "created_at"),
    expiresAt: integer(row, "expires_at"),
    ...(decidedBy === undefined ? {} : { decidedBy }),
    ...(decidedAt === undefined ? {} : { decidedAt }),
    ...(callId === undefined ? {} : { callId }),
  };
}

function from(row: Row): StoredApproval["from"] {
  const word = text(row, "asked_from");
  if (word !== "caller" && word !== "operator") throw new StoreError("corrupt");
  return word;
}

function state(row: Row): ApprovalState {
  const word = text(row, "state");
  const known = approvalStates.find((each) => each === word);
  if (known === undefined) throw new StoreError("corrupt");
  return known;
}
