import type { GrantedMethods } from "../../boundary/egress/egress-rules.ts";
import type { CurrentPolicy } from "./open-policy.ts";

/**
 * Returns which methods the policy in force grants an origin, asked for each request. Without a
 * usable policy none is granted: it may have been replaced to revoke an origin.
 */
export function createGrantedMethods({ state }: CurrentPolicy): GrantedMethods {
  return (origin) => {
    const now = state();
    if (now.kind === "unusable") return [];
    const { egress } = now.policy;
    if (egress === undefined) return "all";
    return egress.find((each) => each.origin === origin)?.methods ?? [];
  };
}
