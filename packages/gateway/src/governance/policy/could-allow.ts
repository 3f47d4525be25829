import type { Policy } from "./policy.ts";
import type { PolicyPrincipal, PolicyTool } from "./question.ts";

/**
 * Whether some arguments and some moment may exist with which a principal may call a tool. A list shows
 * these tools and no others; whether a call passes is decided when it is made.
 */
export function couldAllow(policy: Policy, principal: PolicyPrincipal, tool: PolicyTool): boolean {
  const standing = policy.standingOf(principal);
  if (standing.missing(tool.contract.terms.permissions ?? []).length > 0) return false;
  const { denies, allows } = policy.viewOf(tool).planFor(principal, standing);
  return allows.length > 0 && denies.every(({ condition }) => condition !== undefined);
}
