import { canonicalJson, type JsonObject, own } from "@toolcourt/sdk";
import type { StoredApproval } from "../../stores/approval-store.ts";
import { type Intact, readBinding } from "./binding.ts";

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
  const { connection: server, risk: effect, tenant, source } = intact.binding;
  return { server, effect, tenant, ...(source !== undefined && { source }) };
}

/**
 * Returns the names of the arguments that differ from another call of the tool. Undefined if either
 * is unreadable.
 */
export function changedArguments(
  now: StoredApproval,
  before: StoredApproval,
): readonly string[] | undefined {
  const [one, other] = [readBinding(now)?.arguments, readBinding(before)?.arguments];
  if (one === undefined || other === undefined) return undefined;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].toSorted().filter((name) => {
    const [here, there] = [own(one, name), own(other, name)];
    if (here === undefined || there === undefined) return true;
    return canonicalJson(here) !== canonicalJson(there);
  });
}
