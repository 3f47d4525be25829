import { createHash } from "node:crypto";
import { canonicalJson } from "@toolcourt/sdk";
import { type Approvals, type Checks, createApprovals } from "../governance/approvals/approvals.ts";
import type { Proposal } from "../governance/approvals/binding.ts";
import { createEntryOf } from "../governance/approvals/entries.ts";
import { link } from "../governance/audit/chain.ts";
import type { AuditEntry } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";

/** Builds a proposal with the test's differences. */
export function proposal(differences: Partial<Proposal> = {}): Proposal {
  return {
    tenant: null,
    requester: "ada",
    queryId: null,
    connection: "bank",
    tool: "transfer",
    contractHash: "contract-1",
    policyVersion: "policy-1",
    risk: "write",
    from: "operator",
    arguments: { amount: 10, to: "grace" },
    ...differences,
  };
}

/** A settable time, which may also go back. */
export interface Hands {
  now: number;
}

/** Mutable state of the test's surroundings. */
export interface World {
  contract: string | undefined;
  policy: string;
  mayCall: boolean;
  /** The only principals that may approve. */
  approvers: readonly string[];
  /** Number of approvals required. */
  needed: number;
}

export interface ApprovalRig {
  readonly approvals: Approvals;
  readonly stores: DurableStores;
  readonly hands: Hands;
  readonly world: World;
}

const start = Date.UTC(2026, 10, 1);

/**
 * Creates approvals in memory with mutable surroundings. A second rig on the same stores acts as a
 * second process.
 */
export function approvalRig(given: Partial<Omit<ApprovalRig, "approvals">> = {}): ApprovalRig {
  const hands = given.hands ?? { now: start };
  const stores = given.stores ?? openMemoryStores({ link });
  const world = given.world ?? {
    contract: "contract-1",
    policy: "policy-1",
    mayCall: true,
    approvers: ["olga", "otto"],
    needed: 1,
  };
  const checks: Checks = {
    contractOf: () => world.contract,
    policyVersion: () => world.policy,
    mayCall: () => world.mayCall,
    mayApprove: ({ by }) => world.approvers.includes(by),
    approversFor: () => world.needed,
  };
  const clock = { now: () => hands.now };
  const store = stores.approvals;
  const append = (entry: AuditEntry) => stores.audit.append([entry], "committed");
  const parts = { store, clock, randomBytes: createRandom(), entryOf, append, checks };
  const approvals = createApprovals(parts);
  return { approvals, stores, hands, world };
}

const entryOf = createEntryOf({
  nameOf: (id) => id,
  noteOf: ({ kind, at, callId, about }) => ({
    body: canonicalJson({ kind, at, callId: callId ?? null, ...about }),
    part: "note",
    at,
  }),
});

let rigs = 0;

/** Returns random bytes that are unique per rig. */
function createRandom(): (count: number) => Uint8Array {
  rigs += 1;
  const rig = rigs;
  let last = 0;
  return (count) => {
    last += 1;
    return createHash("sha256").update(`${rig}/${last}`).digest().subarray(0, count);
  };
}
