import type { GrantedMethods } from "../../boundary/egress/egress-rules.ts";
import type { CurrentPolicy } from "./open-policy.ts";
import type { Policy } from "./policy.ts";

/**
 * Returns which methods the policy in force grants an origin, asked for each request. Without a
 * usable policy none is granted: it may have been replaced to revoke an origin.
 */
export function createGrantedMethods({ state }: CurrentPolicy): GrantedMethods {
  return (origin) => {
    const now = state();
    if (now.kind === "unusable") return [];
    return grantedIn(now.policy, origin);
  };
}

type Granted = ReturnType<GrantedMethods>;

/** Returns what a policy grants, and what those beside it grant too. */
function grantedIn(policy: Policy, origin: string): Granted {
  const granted = grantedBy(policy, origin);
  if (policy.within === undefined || granted.length === 0) return granted;
  return both(granted, grantedIn(policy.within, origin));
}

function grantedBy({ egress }: Pick<Policy, "egress">, origin: string): Granted {
  if (egress === undefined) return "all";
  return egress.find((each) => each.origin === origin)?.methods ?? [];
}

function both(one: Granted, other: Granted): Granted {
  if (one === "all") return other;
  return other === "all" ? one : one.filter((method) => other.includes(method));
}
