import { canonicalJson } from "@toolcourt/sdk";
import type { StoredApproval } from "../../stores/approval-store.ts";
import type { Approvals, Surroundings } from "./approvals.ts";
import { bindingDigest, bindingOf, fingerprintOf, type Proposal } from "./binding.ts";

/** More than a person decides with care. */
const mostPending = 10;
/** Between lookup and insert, another request for the same call may appear and be settled. */
const mostAttempts = 3;
/** Approvals are short-lived because people forget details. Destructive ones last half as long. */
const lastsMs = { read: 600_000, write: 600_000, destroy: 300_000 } as const;

/** Creates a request for approval, one per call. */
export function createRequest(surroundings: Surroundings): Approvals["request"] {
  const { store, clock, entryOf, expire } = surroundings;

  const openOrDenied = async (proposal: Proposal) => {
    const fingerprint = fingerprintOf(proposal);
    const approval = await store.findOpen(fingerprint, clock.now());
    if (approval !== undefined) return { kind: "open", approval } as const;
    const denied = await standingNo(surroundings, fingerprint);
    return denied === undefined ? undefined : ({ kind: "denied", approval: denied } as const);
  };

  const add = async (proposal: Proposal) => {
    const approval = pendingOf(proposal, surroundings);
    const { tenant } = proposal;
    const at = approval.createdAt;
    const entry = await entryOf({ kind: "approval.requested", at, approval, tenant });
    const added = await store.add(approval, { most: mostPending, entry });
    return { added, approval };
  };

  return async (proposal) => {
    await expire();
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const known = await openOrDenied(proposal);
      if (known !== undefined) return known;
      const { added, approval } = await add(proposal);
      if (added === "added") return { kind: "open", approval };
      if (added === "too-many") return { kind: "too-many", waiting: mostPending };
    }
    throw new Error("The same call is asked for and settled again and again.");
  };
}

/** Returns the newest denial of this very call, until the request would have expired. */
async function standingNo(
  { store, clock }: Surroundings,
  fingerprint: string,
): Promise<StoredApproval | undefined> {
  const [denied] = await store.list({ state: "denied", fingerprint, most: 1 });
  return denied !== undefined && denied.expiresAt > clock.now() ? denied : undefined;
}

function pendingOf(
  proposal: Proposal,
  { clock, randomBytes, checks }: Surroundings,
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
