import type { JsonObject } from "@toolcourt/sdk";
import type { StoredApproval } from "../../stores/approval-store.ts";
import { type Intact, readBinding } from "./read-binding.ts";

/**
 * Returns a request's list entry as JSON. Omits the digest: approving requires viewing the request.
 */
export function summaryJson(approval: StoredApproval): JsonObject {
  const { id, state, tool, requester, from, createdAt, expiresAt, decidedBy, needed } = approval;
  return {
    id,
    state,
    tool,
    ...boundJson(readBinding(approval)),
    requester,
    from,
    requestedAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    approvers: needed,
    approvedBy: approval.yeses.map(({ by }) => by),
    ...(decidedBy === undefined ? {} : { decidedBy }),
  };
}

function boundJson(intact: Intact | undefined): JsonObject {
  if (intact === undefined) return {};
  const { connection: server, risk: effect, tenant } = intact.binding;
  return { server, effect, tenant };
}
