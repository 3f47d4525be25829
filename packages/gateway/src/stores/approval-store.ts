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
  /** The same for the same requester, tool, contract and arguments: asking twice makes no second request. */
  readonly fingerprint: string;
  readonly from: "caller" | "operator";
  readonly state: ApprovalState;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedBy?: string;
  readonly decidedAt?: number;
  readonly callId?: string;
}

export interface Decision {
  readonly to: "approved" | "denied" | "revoked";
  readonly by: string;
  readonly at: number;
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
  readonly find: (id: string) => Promise<StoredApproval | undefined>;
  /** The newest that is pending or approved and has not expired at `now`. */
  readonly findOpen: (fingerprint: string, now: number) => Promise<StoredApproval | undefined>;
  /** The newest first. */
  readonly list: (filter: {
    readonly state?: ApprovalState;
    readonly requester?: string;
    readonly most: number;
  }) => Promise<readonly StoredApproval[]>;
  /**
   * The approval as decided; undefined where it was not pending any more, or had expired at `decision.at`.
   * What is approved can still be revoked.
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
}
