import type { JsonObject } from "@toolcourt/sdk";
import type { Decision, StoredApproval } from "../../stores/approval-store.ts";
import type { AuditEntry } from "../../stores/audit-store.ts";

interface OfApproval {
  readonly at: number;
  readonly approval: StoredApproval;
  readonly tenant: string | null;
}

/** A change of an approval, recorded in the same transaction. */
export type ApprovalEvent = OfApproval &
  (
    | { readonly kind: "approval.requested" }
    | { readonly kind: "approval.shown"; readonly by: string }
    | { readonly kind: "approval.decided"; readonly to: Decision["to"]; readonly by: string }
    | { readonly kind: "approval.consumed"; readonly callId: string }
  );

/** Builds the audit entry of an event. */
export type EntryOf = (event: ApprovalEvent) => AuditEntry | Promise<AuditEntry>;

/**
 * The content of an entry: ids, digests and states. The digest stands for the shown content;
 * arguments stay out.
 */
export interface ApprovalNote {
  readonly kind: ApprovalEvent["kind"];
  readonly at: number;
  readonly callId?: string;
  readonly about: JsonObject;
}

export interface EntryDependencies {
  /** Returns a person's pseudonym in the log. */
  readonly nameOf: (id: string, tenant: string | null) => string | Promise<string>;
  /** Converts a note to a log entry. */
  readonly noteOf: (note: ApprovalNote) => AuditEntry;
}

export function createEntryOf({ nameOf, noteOf }: EntryDependencies): EntryOf {
  return async (event) => {
    const { kind, at, approval, tenant } = event;
    const { id, digest, tool, from, expiresAt, needed } = approval;
    const requester = await nameOf(approval.requester, tenant);
    const approvers = needed > 1 ? { approvers: needed } : {};
    const about = { id, digest, tool, from, expiresAt, requester, ...approvers };
    if (event.kind === "approval.consumed") {
      return noteOf({ kind, at, callId: event.callId, about });
    }
    if (event.kind === "approval.requested") return noteOf({ kind, at, about });
    const by = await nameOf(event.by, tenant);
    const to = event.kind === "approval.decided" ? { to: event.to } : {};
    return noteOf({ kind, at, about: { ...about, ...to, by } });
  };
}
