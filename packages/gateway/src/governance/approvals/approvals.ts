import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { canonicalJson, type JsonObject } from "@toolcourt/sdk";
import type { AuthorizedCall } from "../../pipeline/call.ts";
import type {
  ApprovalFilter,
  ApprovalStore,
  StoredApproval,
  Yes,
} from "../../stores/approval-store.ts";
import type { AuditStore } from "../../stores/audit-store.ts";
import {
  type Approver,
  type Binding,
  bindingDigest,
  bindingOf,
  fingerprintOf,
  lastsMs,
  type Proposal,
} from "./binding.ts";
import { consume } from "./consume.ts";
import { decide } from "./decide.ts";
import type { EntryOf } from "./entries.ts";
import { wasRefused } from "./refused-before.ts";

export interface ApprovalDeps extends Pick<Runtime, "randomBytes"> {
  readonly store: ApprovalStore;
  readonly clock: Pick<Clock, "now">;
  /** The audit entry, written in the same transaction as each change. */
  readonly entryOf: EntryOf;
  /** For the entries of events that change nothing here. */
  readonly audit: Pick<AuditStore, "append">;
  readonly checks: Checks;
}

/** Checks repeated at use: an approval holds only under the conditions it was given in. */
export interface Checks {
  /** The digest of the tool's current contract. Undefined if it may not be called. */
  readonly contractOf: (tool: string) => MaybeLater<string | undefined>;
  readonly policyVersion: () => MaybeLater<string>;
  /** Whether the requester may still make the call. */
  readonly mayCall: (binding: Binding, call: AuthorizedCall | undefined) => MaybeLater<boolean>;
  /** Whether a person may decide. Checked at the decision and again at use. */
  readonly mayApprove: (by: Pick<Yes, "by" | "roles">, binding: Binding) => MaybeLater<boolean>;
  /** Number of required approvers. Checked at the request and again at use. Default: one. */
  readonly approversFor?: (wanted: Pick<Proposal, "risk" | "from">) => number;
}

type MaybeLater<T> = T | Promise<T>;

/** An earlier request for the same call. */
type KnownRequest =
  /** Pending or approved. */
  | { readonly kind: "open"; readonly approval: StoredApproval }
  /** Denied. Stands until the request would have expired. */
  | { readonly kind: "denied"; readonly approval: StoredApproval };

export type RequestResult = KnownRequest | { readonly kind: "too-many"; readonly waiting: number };

/** A person's decision, and the digest they saw. */
export interface Verdict {
  readonly to: "approved" | "denied" | "revoked";
  readonly by: string;
  /** The approver's roles, if their permission rests on them. Default: none. */
  readonly roles?: readonly string[];
  /** `never`: even the caller's own approval is refused. Default: it is accepted. */
  readonly self?: "never";
  /** The tenant to look in. Default: all tenants, for the operator. */
  readonly tenant?: string | null;
  /** The digest shown, or a prefix of it. An approval without it is refused. */
  readonly digest?: string;
}

export type DecideResult =
  /** Still pending if more approvers are required. */
  | { readonly kind: "decided"; readonly approval: StoredApproval }
  /** Unknown, or of another tenant. */
  | { readonly kind: "unknown" }
  | { readonly kind: "expired" }
  /** Already decided, or consumed. */
  | { readonly kind: "settled"; readonly state: StoredApproval["state"] }
  /** This person has already approved; another person has to. */
  | { readonly kind: "again"; readonly approval: StoredApproval }
  /** The requester may not approve their own request. */
  | { readonly kind: "own" }
  | { readonly kind: "not-permitted" }
  /** The digest seen is not the stored one. */
  | { readonly kind: "differs" };

/** The person viewing a request. */
export type Viewer = Pick<Verdict, "by" | "tenant">;

export interface Seen {
  readonly approval: StoredApproval;
  /** The last approved call of the tool in the same tenant. Default: none. */
  readonly before?: StoredApproval | undefined;
}

/** The use of an approval: its id and the call. */
export interface Use {
  readonly id: string;
  readonly callId: string;
  readonly proposal: Proposal;
  readonly call?: AuthorizedCall;
}

export type ConsumeResult =
  | {
      readonly kind: "consumed";
      readonly approval: StoredApproval;
      readonly by: string;
      readonly at: number;
      /** The stored bytes, parsed. Nothing else may run. */
      readonly arguments: JsonObject;
      /** The input the tool requested earlier, as shown. Default: none. */
      readonly inputResponses?: JsonObject | undefined;
    }
  | { readonly kind: "refused"; readonly because: "expired" | "used" | "changed" | "unknown" }
  | { readonly kind: "pending" }
  | { readonly kind: "denied"; readonly from: Approver };

/** More than a person decides with care. */
const maxPending = 10;
/** Between lookup and insert, another request for the same call may appear and be settled. */
const maxAttempts = 3;

/**
 * Approvals of calls, each bound to the exact bytes and valid for one run. Does not own the store:
 * its opener closes it.
 */
export class Approvals {
  readonly #deps: ApprovalDeps;
  /** Records the outcome of the call that consumed it. */
  readonly close: ApprovalStore["close"];
  readonly find: ApprovalStore["find"];

  constructor(deps: ApprovalDeps) {
    this.#deps = deps;
    this.close = deps.store.close;
    this.find = deps.store.find;
  }

  /**
   * Finds the open request for the same call, or creates one. `unless` may settle the call in another
   * way first, if these very bytes are not decided yet. Default: it cannot.
   */
  async request<Other extends object = never>(
    proposal: Proposal,
    unless?: () => Promise<Other | undefined>,
  ): Promise<RequestResult | Other> {
    const { store, clock } = this.#deps;
    await store.expire(clock.now());
    let other = unless;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const known = await openOrDenied(this.#deps, proposal);
      if (known !== undefined && isDecided(known)) return known;
      const result = (await other?.()) ?? known ?? (await create(this.#deps, proposal));
      if (result !== undefined) return result;
      other = undefined;
    }
    throw new Error("The same call is asked for and settled again and again.");
  }

  /** Returns whether a person refused these arguments under any policy, and it still counts. */
  wasRefused(proposal: Proposal): Promise<boolean> {
    return wasRefused(this.#deps, proposal);
  }

  /**
   * Returns the request for a reviewer. Records the view: an approval is worth no more than the
   * content seen. Undefined if it is unknown, or of another tenant.
   */
  async show(id: string, { by, tenant }: Viewer): Promise<Seen | undefined> {
    const { store, clock, entryOf, audit } = this.#deps;
    await store.expire(clock.now());
    const approval = await store.find(id, { tenant });
    if (approval === undefined) return undefined;
    const { tool, tenant: of } = approval;
    const event = { kind: "approval.shown", at: clock.now(), approval, tenant: of, by } as const;
    await audit.append([await entryOf(event)], "committed");
    const [before] = await store.list({ tool, tenant: of, state: "done", max: 1 });
    return { approval, before: before?.id === id ? undefined : before };
  }

  /** Records the first decision only. */
  decide(id: string, verdict: Verdict): Promise<DecideResult> {
    return decide(this.#deps, id, verdict);
  }

  /** Consumes an approval, for exactly one caller. */
  consume(use: Use): Promise<ConsumeResult> {
    return consume(this.#deps, use);
  }

  async list(filter: ApprovalFilter): Promise<readonly StoredApproval[]> {
    const { store, clock } = this.#deps;
    // Permanently, even if the clock is set back later.
    await store.expire(clock.now());
    return store.list(filter);
  }
}

/**
 * A denial of this very call stands until the request would have expired, wherever the requester
 * makes it again.
 */
async function openOrDenied(
  { store, clock }: ApprovalDeps,
  proposal: Proposal,
): Promise<KnownRequest | undefined> {
  const fingerprint = fingerprintOf(proposal);
  const approval = await store.findOpen(fingerprint, clock.now());
  if (approval !== undefined) return { kind: "open", approval };
  for (const source of [undefined, "console"] as const) {
    const same = fingerprintOf({ ...proposal, source });
    const [denied] = await store.list({ state: "denied", fingerprint: same, max: 1 });
    if (denied !== undefined && denied.expiresAt > clock.now()) {
      return { kind: "denied", approval: denied };
    }
  }
  return undefined;
}

function isDecided({ kind, approval }: KnownRequest): boolean {
  return kind === "denied" || approval.state === "approved";
}

/** Creates a request. Undefined if another one for the same call came first. */
async function create(deps: ApprovalDeps, proposal: Proposal): Promise<RequestResult | undefined> {
  const approval = pendingOf(proposal, deps);
  const { createdAt: at, tenant } = approval;
  const entry = await deps.entryOf({ kind: "approval.requested", at, approval, tenant });
  const added = await deps.store.add(approval, { max: maxPending, entry });
  if (added === "added") return { kind: "open", approval };
  return added === "too-many" ? { kind: "too-many", waiting: maxPending } : undefined;
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
