import { canonicalJson } from "@toolcourt/sdk";
import type { StoredApproval } from "../../stores/approval-store.ts";
import type { ApprovalDeps } from "./approvals.ts";
import { lastsMs, type Proposal } from "./binding.ts";

const refusedStates = ["denied", "revoked"] as const;
const pageSize = 100;
const longestMs = Math.max(...Object.values(lastsMs));

/**
 * Returns whether a person refused these arguments, and the request has not expired. Unlike a
 * fingerprint this ignores the policy, the contract and the connection: an edit of the policy takes
 * back no denial.
 */
export async function wasRefused(
  deps: Pick<ApprovalDeps, "store" | "clock">,
  proposal: Proposal,
): Promise<boolean> {
  for (const state of refusedStates) {
    if (await isAmong(deps, proposal, state)) return true;
  }
  return false;
}

/** Reads page by page, so that many later refusals of other arguments hide none. */
async function isAmong(
  { store, clock }: Pick<ApprovalDeps, "store" | "clock">,
  { requester, tenant, tool, arguments: input }: Proposal,
  state: (typeof refusedStates)[number],
): Promise<boolean> {
  const args = canonicalJson(input);
  const now = clock.now();
  let last: StoredApproval | undefined;
  do {
    const behind = last && { behind: last };
    const page = await store.list({ requester, tenant, tool, state, max: pageSize, ...behind });
    if (page.some((each) => each.arguments === args && each.expiresAt > now)) return true;
    last = page.length < pageSize ? undefined : page.at(-1);
  } while (last !== undefined && last.createdAt + longestMs > now);
  return false;
}
