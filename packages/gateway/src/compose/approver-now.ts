import type { HolderOf } from "../governance/identity/key-book.ts";
import type { PolicyPrincipal } from "../governance/policy/question.ts";

/** The approver at the time of the decision. */
export interface Decider {
  readonly by: string;
  readonly roles: readonly string[];
  /** The tenant of the approved request. */
  readonly tenant: string | null;
}

/**
 * Returns the approver with current rights. A key holder has the key's current roles, or none once
 * it is revoked. For tokens only the recorded roles are known.
 */
export function approverNow(
  { by, roles, tenant }: Decider,
  holderOf: HolderOf,
): PolicyPrincipal | undefined {
  const holder = holderOf(by);
  const known = { id: by, permissions: [], ...(tenant === null ? {} : { tenant }) };
  if (holder === undefined) return { ...known, roles };
  if (holder === "nobody" || (holder.tenant ?? null) !== tenant) return undefined;
  return { ...known, roles: holder.roles, kind: holder.isSystem ? "system" : "user" };
}
