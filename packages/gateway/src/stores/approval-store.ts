import type { AuditEntry } from "./audit-store.ts";

export const approvalStates = [
  "pending",
  "approved",
  "consumed",
  "done",
  "failed",
  "unknown",
  "denied",
  "expired",
  "revoked",
] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** A request for approval with the exact bytes that will run. */
export interface StoredApproval {
  readonly id: string;
  /** Covers everything that was shown; `binding` is what it was computed from, as canonical JSON. */
  readonly digest: string;
  readonly binding: string;
  /** The arguments, as canonical JSON: these bytes are executed and no others. */
  readonly arguments: string;
  readonly tool: string;
  readonly requester: string;
  /** Null for a requester of no tenant. */
  readonly tenant: string | null;
  /** The same for the same requester, tool, contract and arguments: asking twice makes no second request. */
  readonly fingerprint: string;
  readonly from: "caller" | "operator";
  readonly state: ApprovalState;
  /** How many people have to say yes. */
  readonly needed: number;
  /** Who has said yes so far, each person once. */
  readonly yeses: readonly Yes[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedBy?: string;
  readonly decidedAt?: number;
  readonly callId?: string;
}

export interface Yes {
  readonly by: string;
  readonly at: number;
  /** What they were when they said it, so that it can be judged again. Absent for whoever runs the gateway. */
  readonly roles?: readonly string[];
}

export interface Decision extends Yes {
  readonly to: "approved" | "denied" | "revoked";
}

/** Whose approvals are looked at. What is left out leaves nobody out. */
export interface Within {
  readonly tenant?: string | null;
  readonly requester?: string;
}

export interface ApprovalFilter extends Within {
  readonly state?: ApprovalState;
  readonly tool?: string;
  readonly fingerprint?: string;
  /** Only those that stand behind this one in the list. */
  readonly behind?: Pick<StoredApproval, "createdAt" | "id">;
  readonly most: number;
}

export interface Consumption {
  readonly id: string;
  readonly digest: string;
  readonly callId: string;
  readonly at: number;
}

/** Every change is one step that either happens for exactly one caller or for none. Changes are audited in the same step. */
export interface ApprovalStore {
  /**
   * `already-open` where one with this fingerprint is pending or approved, `too-many` where the requester
   * has `most` pending already. What has expired at `createdAt` counts for neither. An id is used once.
   */
  readonly add: (
    approval: StoredApproval,
    limit: { readonly most: number; readonly entry: AuditEntry },
  ) => Promise<"added" | "already-open" | "too-many">;
  /** What is not within looks like what never was, and takes as long. */
  readonly find: (id: string, within?: Within) => Promise<StoredApproval | undefined>;
  /** The newest that is pending or approved and has not expired at `now`. */
  readonly findOpen: (fingerprint: string, now: number) => Promise<StoredApproval | undefined>;
  /** The newest first; of those that were made at one moment the greatest id. */
  readonly list: (filter: ApprovalFilter) => Promise<readonly StoredApproval[]>;
  /**
   * The approval as decided, which is still pending while a yes is missing; undefined where it was not
   * pending any more, had expired at `decision.at`, or has this person's yes already. One no is enough,
   * and what is approved can still be revoked.
   */
  readonly decide: (
    id: string,
    decision: Decision,
    entry: AuditEntry,
  ) => Promise<StoredApproval | undefined>;
  /** Uses an approval up and writes the intent of the call, on disk. False where it was used, changed or expired. */
  readonly consume: (consumption: Consumption, intent: AuditEntry) => Promise<boolean>;
  /** Says how the call ended that used it up; nothing where it is not in use. */
  readonly close: (id: string, state: "done" | "failed" | "unknown") => Promise<void>;
  /** Marks what was pending or approved too long. Says how many. */
  readonly expire: (now: number) => Promise<number>;
  /**
   * Removes what is settled and expired, or would have, before a moment: the oldest, at most so many. Says how
   * many. What is pending or approved stays, however old it is, and so does what the audit log says.
   */
  readonly forget: (before: number, most: number) => Promise<number>;
}
