import type { EventKind } from "./events.ts";

/** Fields of events about receivers of the audit log, about notices, tasks and histories. */
export interface AuditEventFields {
  "audit.push-failed": { readonly receiver: string; readonly because: string };
  "audit.push-recovered": { readonly receiver: string };
  "audit.push-stopped": {
    readonly receiver: string;
    readonly row: number;
    readonly because: string;
  };
  "tasks.pruned": { readonly tasks: number };
  "tasks.prune-failed": { readonly because: string };
  "histories.pruned": { readonly histories: number };
  "histories.prune-failed": { readonly because: string };
  "approval.notice-failed": { readonly receiver: string; readonly because: string };
  "approval.notice-recovered": { readonly receiver: string };
  "approval.address-refused": {
    readonly receiver: string;
    /** Its place in `to`, from 1. Addresses are personal. */
    readonly address: number;
    readonly status: number;
  };
}

/** Events about receivers of the audit log, about notices, tasks and histories. */
export const auditEvents: {
  readonly [Name in keyof AuditEventFields]: EventKind<AuditEventFields[Name]>;
} = {
  "tasks.pruned": {
    level: "info",
    sentence: ({ tasks }) =>
      `${tasks} ${tasks === 1 ? "task was" : "tasks were"} removed because they expired`,
  },
  "tasks.prune-failed": {
    level: "warning",
    sentence: ({ because }) => `Tasks could not be removed because they expired: ${because}`,
  },
  "histories.pruned": {
    level: "info",
    sentence: ({ histories }) =>
      `${histories} ${histories === 1 ? "history was" : "histories were"} removed for their age`,
  },
  "histories.prune-failed": {
    level: "warning",
    sentence: ({ because }) => `Histories could not be removed for their age: ${because}`,
  },
  "audit.push-failed": {
    level: "warning",
    sentence: ({ receiver, because }) =>
      `Rows of the audit log do not reach '${receiver}', they stay in the log and are sent again: ${because}`,
  },
  "audit.push-recovered": {
    level: "info",
    sentence: ({ receiver }) => `Rows of the audit log reach '${receiver}' again`,
  },
  "audit.push-stopped": {
    level: "error",
    sentence: ({ receiver, row, because }) =>
      `Rows of the audit log are no longer sent to '${receiver}', it has those up to ${row}: ${because} See: toolcourt audit push`,
  },
  "approval.notice-failed": {
    level: "warning",
    sentence: ({ receiver, because }) =>
      `Notices about requests for approval do not reach '${receiver}', they are sent again until a request expires: ${because}`,
  },
  "approval.notice-recovered": {
    level: "info",
    sentence: ({ receiver }) => `Notices about requests for approval reach '${receiver}' again`,
  },
  "approval.address-refused": {
    level: "warning",
    sentence: ({ receiver, address, status }) =>
      `The mail server of '${receiver}' refused address ${address} of approvals.notify.to with ${status}, the others got the notice`,
  },
};
