import type { Principal } from "../../pipeline/call.ts";

/**
 * Whether a principal is the operator at this machine, with the rights of the command line. Only a
 * session that was opened by a code has one: no issuer and no key can give such an id.
 */
export function isOperator({ id, kind }: Principal): boolean {
  return kind === "local" && id.startsWith("operator:");
}

/** Returns the tenant that a principal sees: its own, or all for the operator. */
export function tenantOf(principal: Principal): { readonly tenant?: string | null } {
  return isOperator(principal) ? {} : { tenant: principal.tenant ?? null };
}
