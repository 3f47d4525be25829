import { canonicalJson } from "@toolcourt/sdk";
import type { StoredApproval } from "../../stores/approval-store.ts";
import type { ApprovalDeps, RequestResult } from "./approvals.ts";
import { bindingDigest, bindingOf, fingerprintOf, type Proposal } from "./binding.ts";

/** More than a person decides with care. */
const maxPending = 10;
/** Between lookup and insert, another request for the same call may appear and be settled. */
const maxAttempts = 3;
/** Approvals are short-lived because people forget details. Destructive ones last half as long. */
const lastsMs = { read: 600_000, write: 600_000, destroy: 300_000 } as const;

/** Creates a request for approval, one per call. */
export async function request(deps: ApprovalDeps, proposal: Proposal): Promise<RequestResult> {
  await deps.store.expire(deps.clock.now());
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const known = await openOrDenied(deps, proposal);
    if (known !== undefined) return known;
    const approval = pendingOf(proposal, deps);
    const { createdAt: at, tenant } = approval;
    const entry = await deps.entryOf({ kind: "approval.requested", at, approval, tenant });
    const added = await deps.store.add(approval, { max: maxPending, entry });
    if (added === "added") return { kind: "open", approval };
    if (added === "too-many") return { kind: "too-many", waiting: maxPending };
  }
  throw new Error("The same call is asked for and settled again and again.");
}

/** A denial of this very call stands until the request would have expired. */
async function openOrDenied(
  { store, clock }: ApprovalDeps,
  proposal: Proposal,
): Promise<RequestResult | undefined> {
  const fingerprint = fingerprintOf(proposal);
  const approval = await store.findOpen(fingerprint, clock.now());
  if (approval !== undefined) return { kind: "open", approval };
  const [denied] = await store.list({ state: "denied", fingerprint, max: 1 });
  if (denied === undefined || denied.expiresAt <= clock.now()) return undefined;
  return { kind: "denied", approval: denied };
}

function pendingOf(
  proposal: Proposal,
  { clock, randomBytes, checks }: ApprovalDeps,
): StoredApproval {
  const now = clock.now();
  const expiresAt = now + lastsMs[proposal.risk];
  const id = hex(randomBytes(16));
  const nonce = hex(randomBytes(16));
  const approvers = checks.approversFor?.(proposal) ?? 1;
  const binding = bindingOf(proposal, { id, nonce, notBefore: now, expiresAt, approvers });
  return {
    id,
    digest: bindingDigest(binding),
    binding,
    arguments: canonicalJson(proposal.arguments),
    tool: proposal.tool,
    requester: proposal.requester,
    tenant: proposal.tenant,
    fingerprint: fingerprintOf(proposal),
    from: proposal.from,
    state: "pending",
    needed: approvers,
    yeses: [],
    createdAt: now,
    expiresAt,
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
