import type { StoredApproval } from "../../stores/approval-store.ts";
import type { Approvals, DecideResult, Surroundings, Verdict } from "./approvals.ts";
import { shownDigits } from "./binding.ts";
import { type Intact, readBinding } from "./read-binding.ts";

/** Records a person's decision. The store lets the first one win. */
export function createDecide(surroundings: Surroundings): Approvals["decide"] {
  const { store, clock, entryOf, expire, checks } = surroundings;

  const objectionTo = async (
    approval: StoredApproval,
    verdict: Verdict,
    intact: Intact,
  ): Promise<DecideResult | undefined> => {
    const { binding } = intact;
    if (verdict.to === "approved" && !hasSeen(verdict.digest, approval)) return { kind: "differs" };
    // The person at the client decides on their own call. An operator must be another person.
    if (verdict.by === approval.requester) {
      return mayBeOwn(verdict, approval) ? undefined : { kind: "own" };
    }
    return (await checks.mayApprove(verdict, binding)) ? undefined : { kind: "not-permitted" };
  };

  const whyNot = async (id: string, { to, by }: Verdict): Promise<DecideResult> => {
    const approval = await store.find(id);
    if (approval === undefined) return { kind: "unknown" };
    const { state, yeses } = approval;
    const isAgain = to === "approved" && yeses.some((yes) => yes.by === by);
    if (isAgain && state === "pending") return { kind: "again", approval };
    return state === "pending" || state === "expired"
      ? { kind: "expired" }
      : { kind: "settled", state };
  };

  return async (id, verdict) => {
    await expire();
    const { to, by, tenant, roles } = verdict;
    const approval = await store.find(id, tenant === undefined ? {} : { tenant });
    if (approval === undefined) return { kind: "unknown" };
    const intact = readBinding(approval);
    if (intact === undefined) return { kind: "differs" };
    const objection = await objectionTo(approval, verdict, intact);
    if (objection !== undefined) return objection;

    const at = clock.now();
    const about = { at, approval, tenant: intact.binding.tenant };
    const entry = await entryOf({ kind: "approval.decided", ...about, to, by });
    const decision = { to, by, at, ...(roles === undefined ? {} : { roles }) };
    const decided = await store.decide(id, decision, entry);
    return decided === undefined ? whyNot(id, verdict) : { kind: "decided", approval: decided };
  };
}

/** Requesters may always revoke their own request. */
function mayBeOwn({ to, self }: Verdict, { from }: StoredApproval): boolean {
  return to === "revoked" || (from === "caller" && self !== "never");
}

function hasSeen(digest: string | undefined, approval: StoredApproval): boolean {
  return digest !== undefined && digest.length >= shownDigits && approval.digest.startsWith(digest);
}
