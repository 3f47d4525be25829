import type { JsonObject } from "@toolcourt/sdk";
import type { Clock } from "../../foundation/kernel/clock.ts";
import type { AuthorizedCall } from "../../pipeline/call.ts";
import type { ApprovalStore, StoredApproval, Yes } from "../../stores/approval-store.ts";
import type { AuditEntry } from "../../stores/audit-store.ts";
import type { Approver, Proposal } from "./binding.ts";
import { createConsume } from "./consume.ts";
import { createDecide } from "./decide.ts";
import type { EntryOf } from "./entries.ts";
import type { Binding } from "./read-binding.ts";
import { createRequest } from "./request.ts";
import { createShow } from "./show.ts";

export interface ApprovalDependencies {
  readonly store: ApprovalStore;
  readonly clock: Pick<Clock, "now">;
  /** Bytes that nobody can guess. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** What the audit log is told, in the same step as every change. */
  readonly entryOf: EntryOf;
  /** Adds to the audit log what changes nothing here. */
  readonly append: (entry: AuditEntry) => Promise<unknown>;
  readonly checks: Checks;
}

/** What is looked at again when it comes to it: a yes is worth what it was worth when it was given. */
export interface Checks {
  /** The digest of the contract that the tool has now; undefined where it may not be called. */
  readonly contractOf: (tool: string) => MaybeLater<string | undefined>;
  readonly policyVersion: () => MaybeLater<string>;
  /** Whether the requester may still make the call. */
  readonly mayCall: (binding: Binding, call: AuthorizedCall | undefined) => MaybeLater<boolean>;
  /** Whether somebody may decide, asked when they do and again when the approval is used. */
  readonly mayApprove: (by: Pick<Yes, "by" | "roles">, binding: Binding) => MaybeLater<boolean>;
  /** How many people have to say yes, asked when a request is made and again when it is used. One, if absent. */
  readonly approversFor?: (wanted: Pick<Proposal, "risk" | "from">) => number;
}

type MaybeLater<T> = T | Promise<T>;

export type RequestResult =
  /** Pending or approved, new or asked for before. */
  | { readonly kind: "open"; readonly approval: StoredApproval }
  /** Somebody said no, and that stands until the request would have expired. */
  | { readonly kind: "denied"; readonly approval: StoredApproval }
  | { readonly kind: "too-many"; readonly waiting: number };

/** What somebody decides, and what they have seen. */
export interface Verdict {
  readonly to: "approved" | "denied" | "revoked";
  readonly by: string;
  /** What they are, where their right to decide rests on it. */
  readonly roles?: readonly string[];
  /** `never` where even the caller's own yes is not taken. */
  readonly self?: "never";
  /** Absent for whoever runs the gateway: they see every tenant. */
  readonly tenant?: string | null;
  /** The digest that was shown, or its beginning. A yes without it is none. */
  readonly digest?: string;
}

export type DecideResult =
  /** The approval is still pending where more people have to say yes. */
  | { readonly kind: "decided"; readonly approval: StoredApproval }
  /** Never was, or is of another tenant. */
  | { readonly kind: "unknown" }
  | { readonly kind: "expired" }
  /** Somebody was faster, or it is used up. */
  | { readonly kind: "settled"; readonly state: StoredApproval["state"] }
  /** The same person has said yes already, and somebody else has to. */
  | { readonly kind: "again"; readonly approval: StoredApproval }
  /** Nobody approves what they requested. */
  | { readonly kind: "own" }
  | { readonly kind: "not-permitted" }
  /** What was seen is not what is stored. */
  | { readonly kind: "differs" };

/** Who looks at a request. */
export type Viewer = Pick<Verdict, "by" | "tenant">;

export interface Seen {
  readonly approval: StoredApproval;
  /** The last call of the tool in the same tenant that ran with a yes. */
  readonly before?: StoredApproval;
}

/** Who wants to use an approval, and for what call. */
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
      /** What the tool asked for before, as it was shown. */
      readonly inputResponses?: JsonObject;
    }
  | { readonly kind: "refused"; readonly because: "expired" | "used" | "changed" | "unknown" }
  | { readonly kind: "pending" }
  | { readonly kind: "denied"; readonly from: Approver };

/** People's yes to calls, each bound to the exact bytes that run, and good for one run. */
export interface Approvals {
  /** Finds the open request for the same call, or makes one. */
  readonly request: (proposal: Proposal) => Promise<RequestResult>;
  /** What a reviewer has to see, which is written down. Undefined for what never was, or is of another tenant. */
  readonly show: (id: string, viewer: Viewer) => Promise<Seen | undefined>;
  /** Records the first decision only. */
  readonly decide: (id: string, verdict: Verdict) => Promise<DecideResult>;
  /** Uses an approval up, for exactly one caller. */
  readonly consume: (use: Use) => Promise<ConsumeResult>;
  /** Says how the call ended that used it up. */
  readonly close: ApprovalStore["close"];
  readonly find: ApprovalStore["find"];
  readonly list: ApprovalStore["list"];
}

export interface Surroundings extends ApprovalDependencies {
  /** What has expired stays so, whatever the clock says later. */
  readonly expire: () => Promise<void>;
}

/** Does not own the store: whoever opened it closes it. */
export function createApprovals(dependencies: ApprovalDependencies): Approvals {
  const { store, clock } = dependencies;
  const expire = async (): Promise<void> => {
    await store.expire(clock.now());
  };
  const surroundings: Surroundings = { ...dependencies, expire };
  return {
    request: createRequest(surroundings),
    show: createShow(surroundings),
    decide: createDecide(surroundings),
    consume: createConsume(surroundings),
    close: store.close,
    find: store.find,
    list: async (filter) => {
      await expire();
      return store.list(filter);
    },
  };
}
