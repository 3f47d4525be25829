import type { Policy } from "./policy.ts";
import type { PolicyPrincipal, PolicyTool } from "./question.ts";

/**
 * Returns whether some arguments at some time may let a principal call a tool. Lists show exactly
 * these tools. Each call is still decided on its own.
 */
export function couldAllow(policy: Policy, principal: PolicyPrincipal, tool: PolicyTool): boolean {
  const standing = policy.standingOf(principal);
  if (standing.missing(tool.contract.terms.permissions ?? []).length > 0) return false;
  const { denies, allows } = policy.viewOf(tool).planFor(principal, standing);
  return allows.length > 0 && denies.every(({ condition }) => condition !== undefined);
}
