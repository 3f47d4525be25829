import { canonicalJson } from "@toolcourt/sdk";
import type { Decision, StoredApproval } from "../stores/approval-store.ts";
import type { AuditEntry } from "../stores/audit-store.ts";

/** What the audit log is told of an approval. The digest says what was shown; the arguments stay out. */
export type ApprovalEvent =
  | { readonly kind: "approval.requested"; readonly at: number; readonly approval: StoredApproval }
  | {
      readonly kind: "approval.decided";
      readonly at: number;
      readonly approval: StoredApproval;
      readonly to: Decision["to"];
      readonly by: string;
    }
  | {
      readonly kind: "approval.consumed";
      readonly at: number;
      readonly approval: StoredApproval;
      readonly callId: string;
    };

/** Makes an entry of what happened. */
export type EntryOf = (event: ApprovalEvent) => AuditEntry;

/** An entry as it stands where nobody wants another form. */
export const approvalEntry: EntryOf = ({ approval, ...event }) => {
  const { id, digest, tool, requester, from, expiresAt } = approval;
  return {
    body: canonicalJson({ v: 1, ...event, id, digest, tool, requester, from, expiresAt }),
    ...(event.kind === "approval.consumed" ? { callId: event.callId } : {}),
    part: "note",
    at: event.at,
  };
};
