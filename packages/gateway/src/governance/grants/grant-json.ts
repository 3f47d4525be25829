import type { JsonObject } from "@toolcourt/sdk";
import type { StoredGrant } from "../../stores/grant-store.ts";

/** Returns a grant as JSON, for the command and the admin API. */
export function grantJson(grant: StoredGrant): JsonObject {
  const { id, state, server, pattern, tools, principal, tenant, condition, reason } = grant;
  const { maxUses, used, givenBy, createdAt, expiresAt, endedBy, endedAt } = grant;
  return {
    id,
    state,
    server,
    tool: pattern,
    tools,
    principal,
    tenant,
    ...(condition !== undefined && { when: condition }),
    reason,
    uses: maxUses,
    used,
    givenBy,
    givenAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    ...(endedBy !== undefined && { revokedBy: endedBy }),
    ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
  };
}
