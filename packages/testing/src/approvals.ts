import { createHash } from "node:crypto";
import { Approvals, type Checks } from "@toolcourt/gateway/internal/governance/approvals/approvals";
import type { Proposal } from "@toolcourt/gateway/internal/governance/approvals/binding";
import { createEntryOf } from "@toolcourt/gateway/internal/governance/approvals/entries";
import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { canonicalJson } from "@toolcourt/sdk";

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
  const { approvals: store, audit } = stores;
  const randomBytes = createRandom();
  const approvals = new Approvals({ store, audit, clock, randomBytes, entryOf, checks });
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
export function createRandom(): (count: number) => Uint8Array {
  rigs += 1;
  const rig = rigs;
  let last = 0;
  return (count) => {
    last += 1;
    return createHash("sha256").update(`${rig}/${last}`).digest().subarray(0, count);
  };
}
