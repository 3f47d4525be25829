import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import type { PolicyPrincipal } from "../governance/policy/question.ts";

/** Whether the policy gives somebody a permission, and by being what. */
export type Permit =
  | { readonly kind: "permitted"; readonly roles: readonly string[] }
  | { readonly kind: "missing" }
  /** There is no policy that can be used, so nobody may do anything. */
  | { readonly kind: "unusable" };

export type Permits = (principal: PolicyPrincipal, permission: string) => Permit;

/** Asks the policy of this moment. What no role grants is not permitted. */
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
