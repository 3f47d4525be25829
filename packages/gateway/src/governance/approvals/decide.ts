import type { StoredApproval } from "../../stores/approval-store.ts";
import type { ApprovalDeps, DecideResult, Verdict } from "./approvals.ts";
import { type Binding, type Intact, mayBeOwn, readBinding, shownDigits } from "./binding.ts";

/** Records a person's decision. The store lets the first one win. */
export async function decide(
  deps: ApprovalDeps,
  id: string,
  verdict: Verdict,
): Promise<DecideResult> {
  const { store, clock, entryOf } = deps;
  await store.expire(clock.now());
  const { to, by, tenant, roles } = verdict;
  const approval = await store.find(id, { tenant });
  if (approval === undefined) return { kind: "unknown" };
  const intact = readBinding(approval);
  if (intact === undefined) return { kind: "differs" };
  const objection = await objectionTo(deps, verdict, { approval, intact });
  if (objection !== undefined) return objection;

  const at = clock.now();
  const about = { at, approval, tenant: intact.binding.tenant };
  const entry = await entryOf({ kind: "approval.decided", ...about, to, by });
  const decision = { to, by, at, ...(roles === undefined ? {} : { roles }) };
  const decided = await store.decide(id, decision, entry);
  return decided === undefined
    ? whyNot(await store.find(id), verdict)
    : { kind: "decided", approval: decided };
}

interface Decided {
  readonly approval: StoredApproval;
  readonly intact: Intact;
}

async function objectionTo(
  { checks }: ApprovalDeps,
  verdict: Verdict,
  { approval, intact: { binding } }: Decided,
): Promise<DecideResult | undefined> {
  if (verdict.to === "approved" && !hasSeen(verdict.digest, approval)) return { kind: "differs" };
  // The person at the client decides on their own call. An operator must be another person.
  if (verdict.by === approval.requester) {
    return isOwnToDecide(verdict, approval, binding) ? undefined : { kind: "own" };
  }
  return (await checks.mayApprove(verdict, binding)) ? undefined : { kind: "not-permitted" };
}

function whyNot(approval: StoredApproval | undefined, { to, by }: Verdict): DecideResult {
  if (approval === undefined) return { kind: "unknown" };
  const { state, yeses } = approval;
  const isAgain = to === "approved" && yeses.some((yes) => yes.by === by);
  if (isAgain && state === "pending") return { kind: "again", approval };
  return state === "pending" || state === "expired"
    ? { kind: "expired" }
    : { kind: "settled", state };
}

/** Requesters may always revoke their own request. */
function isOwnToDecide({ to, self }: Verdict, { from }: StoredApproval, binding: Binding): boolean {
  return to === "revoked" || (self !== "never" && mayBeOwn(from, binding));
}

function hasSeen(digest: string | undefined, approval: StoredApproval): boolean {
  return digest !== undefined && digest.length >= shownDigits && approval.digest.startsWith(digest);
}
