import type { JsonObject } from "@toolcourt/sdk";
import type { Decision, StoredApproval } from "../../stores/approval-store.ts";
import type { AuditEntry } from "../../stores/audit-store.ts";

interface OfApproval {
  readonly at: number;
  readonly approval: StoredApproval;
  readonly tenant: string | null;
}

/** What happens to an approval and is written down in the same step. */
export type ApprovalEvent = OfApproval &
  (
    | { readonly kind: "approval.requested" }
    | { readonly kind: "approval.shown"; readonly by: string }
    | { readonly kind: "approval.decided"; readonly to: Decision["to"]; readonly by: string }
    | { readonly kind: "approval.consumed"; readonly callId: string }
  );

/** Makes an entry of what happened. */
export type EntryOf = (event: ApprovalEvent) => AuditEntry | Promise<AuditEntry>;

/** What an entry says: ids, digests and states. The digest stands for what was shown; the arguments stay out. */
export interface ApprovalNote {
  readonly kind: ApprovalEvent["kind"];
  readonly at: number;
  readonly callId?: string;
  readonly about: JsonObject;
}

export interface EntryDependencies {
  /** The name under which the log knows somebody. */
  readonly nameOf: (id: string, tenant: string | null) => string | Promise<string>;
  /** Puts a note into the form of the log. */
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
