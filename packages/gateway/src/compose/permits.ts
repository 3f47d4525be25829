import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import type { PolicyPrincipal } from "../governance/policy/question.ts";

/** Whether the policy grants a permission, and through which roles. */
export type Permit =
  | { readonly kind: "permitted"; readonly roles: readonly string[] }
  | { readonly kind: "missing" }
  /** There is no usable policy, so nothing is permitted. */
  | { readonly kind: "unusable" };

export type Permits = (principal: PolicyPrincipal, permission: string) => Permit;

/** Checks the current policy. A permission needs a role that grants it. */
export function createPermits(policy: CurrentPolicy): Permits {
  return (principal, permission) => {
    const state = policy.state();
    if (state.kind === "unusable") return { kind: "unusable" };
    const { missing, roles } = state.policy.standingOf(principal);
    return missing([permission]).length > 0
      ? { kind: "missing" }
      : { kind: "permitted", roles: [...roles] };
  };
}
