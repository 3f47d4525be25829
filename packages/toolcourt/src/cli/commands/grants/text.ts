import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { visible } from "@toolcourt/gateway/internal/governance/approvals/visible";
import { type LeftOut, whyLeftOut } from "@toolcourt/gateway/internal/governance/grants/give";
import type { StoredGrant } from "@toolcourt/gateway/internal/stores/grant-store";
import { listText, remaining } from "../../style.ts";

/** Formats a grant for an operator. */
export function grantText(grant: StoredGrant, now: number): string {
  const { id, server, pattern, tools, principal, tenant, condition, reason } = grant;
  return [
    `Grant:      ${id}`,
    `State:      ${stateText(grant, now)}`,
    `Server:     ${printable(server)}`,
    `Tool:       ${printable(pattern)}`,
    ...Object.entries(tools).map(
      ([tool, digest]) => `Covers:     ${printable(tool)}, contract ${printable(digest)}`,
    ),
    `Principal:  ${printable(principal)}${tenant === null ? "" : ` of ${printable(tenant)}`}`,
    `When:       ${condition === undefined ? "any arguments" : visible(condition)}`,
    `Reason:     ${printable(reason)}`,
    `Given by:   ${printable(grant.givenBy)}, ${new Date(grant.createdAt).toISOString()}`,
  ].join("\n");
}

/** Formats a list of grants, one per line. */
export function grantList(grants: readonly StoredGrant[], now: number): string {
  const lines = grants.map((grant) => {
    const { id, server, pattern, principal } = grant;
    const whose = `for ${printable(principal)}`;
    return `${id}  ${printable(server)}  ${printable(pattern)}  ${whose}  ${stateText(grant, now)}`;
  });
  return listText(lines);
}

/** Names the tools that fit and are not covered. */
export function leftOutText(leftOut: readonly LeftOut[]): readonly string[] {
  return leftOut.map(
    ({ tool, because }) => `Not covered: ${printable(tool)}, ${whyLeftOut[because]}.`,
  );
}

function stateText({ state, used, maxUses, expiresAt, endedBy }: StoredGrant, now: number): string {
  const uses = `${used} of ${maxUses} uses`;
  if (state !== "active") {
    return `${state}${endedBy === undefined ? "" : ` by ${printable(endedBy)}`}, ${uses}`;
  }
  return now >= expiresAt
    ? `expired, ${uses}`
    : `active, ${uses}, ${remaining(expiresAt - now)} left`;
}
