import type { StoredGrant } from "./grant-store.ts";
import { grantStates } from "./grant-store.ts";
import { isSet, listOf, numberOf, oneOf, type Row, textOf, textsOf } from "./rows.ts";

// SQLite and PostgreSQL have the same columns, so one reader serves both.

export const grantColumns = `id, server, pattern, tools, principal, tenant, condition, reason, max_uses, used,
  state, given_by, giver_roles, created_at, expires_at, ended_by, ended_at`;

/** Returns the values in column order. */
export function grantValues(grant: StoredGrant): readonly (string | number | null)[] {
  return [
    grant.id,
    grant.server,
    grant.pattern,
    JSON.stringify(grant.tools),
    grant.principal,
    grant.tenant,
    grant.condition ?? null,
    grant.reason,
    grant.maxUses,
    grant.used,
    grant.state,
    grant.givenBy,
    grant.giverRoles === undefined ? null : JSON.stringify(grant.giverRoles),
    grant.createdAt,
    grant.expiresAt,
    grant.endedBy ?? null,
    grant.endedAt ?? null,
  ];
}

export function readGrant(row: Row): StoredGrant {
  return {
    id: textOf(row, "id"),
    server: textOf(row, "server"),
    pattern: textOf(row, "pattern"),
    tools: textsOf(row, "tools"),
    principal: textOf(row, "principal"),
    tenant: isSet(row, "tenant") ? textOf(row, "tenant") : null,
    ...(isSet(row, "condition") && { condition: textOf(row, "condition") }),
    reason: textOf(row, "reason"),
    maxUses: numberOf(row, "max_uses"),
    used: numberOf(row, "used"),
    state: oneOf(row, "state", grantStates),
    givenBy: textOf(row, "given_by"),
    ...(isSet(row, "giver_roles") && { giverRoles: listOf(row, "giver_roles") }),
    createdAt: numberOf(row, "created_at"),
    expiresAt: numberOf(row, "expires_at"),
    ...(isSet(row, "ended_by") && { endedBy: textOf(row, "ended_by") }),
    ...(isSet(row, "ended_at") && { endedAt: numberOf(row, "ended_at") }),
  };
}
