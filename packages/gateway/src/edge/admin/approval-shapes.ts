import { approvalStates } from "../../stores/approval-store.ts";
import {
  body,
  digest,
  keyed,
  list,
  nullable,
  number,
  oneOf,
  optional,
  paged,
  type RouteShape,
  type Schemas,
  text,
  time,
} from "./schemas.ts";

const summary: Schemas = {
  id: text,
  state: oneOf(approvalStates),
  tool: text,
  server: optional(text),
  effect: optional(oneOf(["read", "write", "destroy"])),
  tenant: optional(nullable(text)),
  requester: text,
  from: oneOf(["caller", "operator"]),
  requestedAt: time,
  expiresAt: time,
  approvers: number,
  approvedBy: list(text),
  decidedBy: optional(text),
  source: optional(oneOf(["console"])),
};
const exact = keyed({ canonical: text, visible: text });
const reason = {
  statement: text,
  because: text,
  pointer: optional(text),
  role: optional(text),
  origin: optional(text),
  seen: optional(keyed({ tool: text, pointer: text, call: text })),
  what: optional(text),
  text,
};

/** The addresses of requests for approval. */
export const approvalShapes: Readonly<Record<string, RouteShape>> = {
  "GET approvals": {
    query: { state: oneOf(approvalStates), ...paged },
    gives: { approvals: list(keyed(summary)), next: optional(text) },
  },
  "GET approvals/{id}": {
    gives: {
      ...summary,
      contract: text,
      description: nullable(text),
      arguments: exact,
      answers: optional(exact),
      reasons: list(keyed(reason)),
      lastRun: optional(keyed({ id: text, changedArguments: list(text) })),
      digest: text,
    },
  },
  "POST approvals/{id}/approve": { body: body({ digest }, ["digest"]), gives: summary },
  "POST approvals/{id}/deny": { gives: summary },
  "POST approvals/{id}/revoke": { gives: summary },
};
