import type { StoredApproval } from "../../stores/approval-store.ts";
import type { ApprovalDeps, Checks, ConsumeResult, Use } from "./approvals.ts";
import {
  type Binding,
  bindingOf,
  type Intact,
  mayBeOwn,
  type Proposal,
  readBinding,
} from "./binding.ts";

/** Maximum clock skew between two machines. */
const skewMs = 5_000;

type Objection = Exclude<ConsumeResult, { readonly kind: "consumed" }>;
type Because = Extract<Objection, { readonly kind: "refused" }>["because"];

/**
 * Consumes an approval. First rechecks everything it rests on. Then the store gives it to one
 * caller and writes the audit entry in the same transaction.
 */
export async function consume(deps: ApprovalDeps, use: Use): Promise<ConsumeResult> {
  const { store, clock, entryOf, checks } = deps;
  const { id, callId, proposal } = use;
  const { requester, tenant } = proposal;
  await store.expire(clock.now());
  const fitting = fit(await store.find(id, { requester, tenant }), proposal);
  if (!("intact" in fitting)) return fitting;
  const { approval, intact } = fitting;
  const at = clock.now();
  const objection = untimely(approval, at) ?? (await changeSince(fitting, use, checks));
  if (objection !== undefined) return objection;

  const entry = await entryOf({ kind: "approval.consumed", at, approval, tenant, callId });
  const isOurs = await store.consume({ id, digest: approval.digest, callId, at }, entry);
  if (!isOurs) return untimely((await store.find(id)) ?? approval, at) ?? refused("used");
  return consumed(approval, intact);
}

interface Fitting {
  readonly approval: StoredApproval;
  readonly intact: Intact;
}

/** Checks that the approval belongs to the requester, is intact, and is for this very call. */
function fit(approval: StoredApproval | undefined, proposal: Proposal): Fitting | Objection {
  // An unknown approval and another principal's look the same.
  if (approval === undefined) return refused("unknown");
  const intact = readBinding(approval);
  if (intact === undefined) return refused("changed");
  return isFor(approval, intact, proposal) ? { approval, intact } : refused("changed");
}

// Rebuilds the binding from the incoming call. It must equal the stored one byte by byte.
function isFor(approval: StoredApproval, { binding }: Intact, proposal: Proposal): boolean {
  const { id, nonce, not_before: notBefore, expires_at: expiresAt, query_id: queryId } = binding;
  const terms = { id, nonce, notBefore, expiresAt, approvers: approval.needed };
  const again = bindingOf({ ...proposal, queryId }, terms);
  return approval.from === proposal.from && approval.binding === again;
}

/** Returns the objection from the approval's state or the time, if any. */
function untimely(approval: StoredApproval, now: number): Objection | undefined {
  const { state, from, createdAt, expiresAt } = approval;
  if (state !== "pending" && state !== "approved") return overObjection(state, from);
  // Setting the clock back does not revive an expired approval.
  if (now >= expiresAt || now < createdAt - skewMs) return refused("expired");
  return state === "pending" ? { kind: "pending" } : undefined;
}

function overObjection(state: StoredApproval["state"], from: StoredApproval["from"]): Objection {
  if (state === "denied") return { kind: "denied", from };
  return refused(state === "expired" || state === "revoked" ? "expired" : "used");
}

/** Returns what has changed since the approval, if anything. */
async function changeSince(
  { approval, intact: { binding } }: Fitting,
  { proposal, call }: Use,
  checks: Checks,
): Promise<Objection | undefined> {
  const isSame =
    (await checks.contractOf(binding.tool)) === binding.contract_hash &&
    (await checks.policyVersion()) === binding.policy_version &&
    (await checks.mayCall(binding, call)) &&
    approval.yeses.length >= Math.max(1, checks.approversFor?.(proposal) ?? 1) &&
    (await isByPermitted(approval, binding, checks));
  return isSame ? undefined : refused("changed");
}

async function isByPermitted(
  { yeses, from, decidedBy }: StoredApproval,
  binding: Binding,
  { mayApprove }: Checks,
): Promise<boolean> {
  const people = new Set(yeses.map(({ by }) => by));
  if (people.size < yeses.length || yeses.at(-1)?.by !== decidedBy) return false;
  for (const yes of yeses) {
    const isOwn = yes.by === binding.requester;
    if (isOwn ? !mayBeOwn(from, binding) : !(await mayApprove(yes, binding))) return false;
  }
  return true;
}

function consumed(approval: StoredApproval, intact: Intact): ConsumeResult {
  const { decidedBy: by = "", decidedAt: at = approval.createdAt } = approval;
  const { answers } = intact.binding;
  return {
    kind: "consumed",
    approval,
    by,
    at,
    arguments: intact.arguments,
    inputResponses: answers,
  };
}

function refused(because: Because): Objection {
  return { kind: "refused", because };
}
