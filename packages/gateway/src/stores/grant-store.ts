import type { AuditEntry } from "./audit-store.ts";

export const grantStates = ["active", "spent", "revoked", "expired"] as const;
export type GrantState = (typeof grantStates)[number];

/** An operator's permission for a bounded number of calls without an approval each. */
export interface StoredGrant {
  readonly id: string;
  readonly server: string;
  /** The name or pattern that the giver wrote. Only `tools` decides. */
  readonly pattern: string;
  /** Contract digests by public name: the covered tools, as they were when it was given. */
  readonly tools: Readonly<Record<string, string>>;
  readonly principal: string;
  /** Null for a principal without a tenant. */
  readonly tenant: string | null;
  /** A condition over the arguments. Default: none, any arguments fit. */
  readonly condition?: string;
  readonly reason: string;
  readonly maxUses: number;
  readonly used: number;
  readonly state: GrantState;
  readonly givenBy: string;
  /**
   * Roles of the giver, so the gift can be judged again. Absent for the operator of the gateway, and
   * once the giver is erased.
   */
  readonly giverRoles?: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The person who revoked it. */
  readonly endedBy?: string;
  readonly endedAt?: number;
}

/** The calls that a grant may be for. */
export interface GrantHolder {
  readonly principal: string;
  readonly tenant: string | null;
  readonly server: string;
}

export interface GrantFilter {
  /** Default: all tenants. */
  readonly tenant?: string | null | undefined;
  readonly state?: GrantState | undefined;
  readonly server?: string | undefined;
  /** Cursor: only grants after this one in the list. */
  readonly behind?: Pick<StoredGrant, "createdAt" | "id">;
  readonly max: number;
}

export type GrantEnding =
  | { readonly to: "revoked"; readonly by: string; readonly at: number }
  | { readonly to: "expired"; readonly at: number };

/**
 * Every change is atomic and succeeds for at most one caller. Its audit entry is written in the
 * same transaction.
 */
export interface GrantStore {
  /**
   * Adds a grant. `too-many` if its principal already has `max` active ones in this tenant. Grants
   * overdue at `createdAt` do not count. An id is used once.
   */
  readonly add: (
    grant: StoredGrant,
    limit: { readonly max: number; readonly entry: AuditEntry },
  ) => Promise<"added" | "too-many">;
  /** Finds a grant. An id outside the tenant looks like an unknown one. */
  readonly find: (
    id: string,
    within?: { readonly tenant?: string | null | undefined },
  ) => Promise<StoredGrant | undefined>;
  /** Lists the active grants of a holder, overdue ones too, the first to expire first. */
  readonly activeOf: (holder: GrantHolder) => Promise<readonly StoredGrant[]>;
  /** Lists active grants that have expired at `now`, at most `max`. */
  readonly overdue: (now: number, max: number) => Promise<readonly StoredGrant[]>;
  /** Lists the newest first; at equal times, the greatest id first. */
  readonly list: (filter: GrantFilter) => Promise<readonly StoredGrant[]>;
  /**
   * Takes one use and writes the intent of the call, on disk. False if it is spent, revoked or
   * expired. The last use makes it spent.
   */
  readonly use: (
    use: { readonly id: string; readonly at: number },
    intent: AuditEntry,
  ) => Promise<boolean>;
  /**
   * Ends an active grant and returns it. Undefined if it is no longer active. It can be revoked
   * before its end, and expires only after it.
   */
  readonly end: (
    id: string,
    ending: GrantEnding,
    entry: AuditEntry,
  ) => Promise<StoredGrant | undefined>;
  /**
   * Removes the oldest ended grants whose end lies before a moment, at most `max`. Returns the
   * count. Active ones stay at any age, and so does the audit log.
   */
  readonly forget: (before: number, max: number) => Promise<number>;
}

/** Returns the grant after its end. Undefined if it has ended already, or the time is wrong. */
export function endedGrant(grant: StoredGrant, ending: GrantEnding): StoredGrant | undefined {
  const { to, at } = ending;
  const isOverdue = grant.expiresAt <= at;
  if (grant.state !== "active" || isOverdue !== (to === "expired")) return undefined;
  const by = ending.to === "revoked" ? { endedBy: ending.by } : {};
  return { ...grant, state: to, ...by, endedAt: at };
}

/** Returns the grant after one more use. Undefined if it has none left. */
export function usedGrant(grant: StoredGrant, at: number): StoredGrant | undefined {
  const { state, used, maxUses, expiresAt } = grant;
  if (state !== "active" || used >= maxUses || expiresAt <= at) return undefined;
  return { ...grant, used: used + 1, state: used + 1 === maxUses ? "spent" : "active" };
}
