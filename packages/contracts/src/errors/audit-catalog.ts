import type { AdminCatalog } from "./entry.ts";

/** The details of refusals about the audit log and about kept results. */
export interface RecordErrorDetails {
  "audit-refused": { readonly because: keyof typeof auditReasons };
  "result-refused": { readonly because: keyof typeof resultReasons };
}

export const auditReasons = {
  memory: {
    status: 404,
    text: "This gateway keeps no audit log: its stores.url is memory:.",
  },
  /** The same for a missing row and for one of another tenant. */
  row: { status: 404, text: "The log has no such row." },
  call: { status: 404, text: "No call without an end begins at one of these rows." },
  tenant: {
    status: 403,
    text: "The log is one chain of all tenants, so this is only for people without a tenant.",
  },
  running: { status: 409, text: "One of these calls may still run." },
  verifying: { status: 429, text: "The log is being verified already. Ask again when that ends." },
  proving: { status: 429, text: "Other rows are being proved. Ask again when that ends." },
  unsigned: {
    status: 503,
    text: "The log cannot be signed now, and a proof needs a signature over its row.",
  },
} as const;

export const resultReasons = {
  /** The same for an unknown result and for one of another tenant. */
  unknown: { status: 404, text: "There is no such result." },
  altered: { status: 409, text: "The stored result was altered: its digest differs." },
} as const;

/** Every refusal about the audit log and about kept results. */
export const recordCatalog: AdminCatalog<RecordErrorDetails> = {
  "audit-refused": {
    class: "business",
    status: ({ because }) => auditReasons[because].status,
    message: ({ because }) => auditReasons[because].text,
    meaning:
      "The audit log has no such row or call, or what was asked cannot be done with this log now.",
    remedy: "Look at the state of the log. The page on the audit log says what is possible.",
    next: ({ because }) =>
      because === "running" || because === "call"
        ? "toolcourt audit unfinished"
        : "toolcourt audit status",
  },
  "result-refused": {
    class: "business",
    status: ({ because }) => resultReasons[because].status,
    message: ({ because }) => resultReasons[because].text,
    meaning:
      "No kept result has this id, it belongs to another tenant, it has expired, or it was altered.",
    remedy: "List the results. For an altered one, export and verify the audit log.",
    next: ({ because }) =>
      because === "altered" ? "toolcourt audit export" : "toolcourt results list",
  },
};
