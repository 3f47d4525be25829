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
  /** Covers everything that was shown. `binding` is its preimage, as canonical JSON. */
  readonly digest: string;
  readonly binding: string;
  /** The arguments as canonical JSON: exactly these bytes are executed. */
  readonly arguments: string;
  readonly tool: string;
  readonly requester: string;
  /** Null for a requester without a tenant. */
  readonly tenant: string | null;
  /**
   * Equal for the same requester, tool, contract and arguments: asking again makes no second
   * request.
   */
  readonly fingerprint: string;
  readonly from: "caller" | "operator";
  readonly state: ApprovalState;
  /** Number of approvals required. */
  readonly needed: number;
  /** Approvals so far, one per person. */
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
  /**
   * Roles at the time of approval, so it can be judged again. Absent for the operator of the
   * gateway.
   */
  readonly roles?: readonly string[];
}

export interface Decision extends Yes {
  readonly to: "approved" | "denied" | "revoked";
}

/** Scope of the approvals to look at. An omitted field does not restrict it. */
export interface Within {
  readonly tenant?: string | null | undefined;
  readonly requester?: string | undefined;
}

export interface ApprovalFilter extends Within {
  readonly state?: ApprovalState;
  readonly tool?: string;
  readonly fingerprint?: string;
  /** Cursor: only approvals after this one in the list. */
  readonly behind?: Pick<StoredApproval, "createdAt" | "id">;
  readonly max: number;
}

export interface Consumption {
  readonly id: string;
  readonly digest: string;
  readonly callId: string;
  readonly at: number;
}

/**
 * Every change is atomic and succeeds for at most one caller. Its audit entry is written in the
 * same transaction.
 */
export interface ApprovalStore {
  /**
   * Adds a request. `already-open` if this fingerprint is pending or approved, `too-many` if the
   * requester already has `max` pending. Requests expired at `createdAt` count for neither. An id
   * is used once.
   */
  readonly add: (
    approval: StoredApproval,
    limit: { readonly max: number; readonly entry: AuditEntry },
  ) => Promise<"added" | "already-open" | "too-many">;
  /**
   * Finds an approval. An id outside the scope is indistinguishable from an unknown one, in answer
   * and in time.
   */
  readonly find: (id: string, within?: Within) => Promise<StoredApproval | undefined>;
  /** Finds the newest that is pending or approved and has not expired at `now`. */
  readonly findOpen: (fingerprint: string, now: number) => Promise<StoredApproval | undefined>;
  /** Lists the newest first; at equal times, the greatest id first. */
  readonly list: (filter: ApprovalFilter) => Promise<readonly StoredApproval[]>;
  /**
   * Applies a decision and returns the approval, still pending while approvals are missing.
   * Undefined if it is no longer pending, has expired at `decision.at`, or this person already
   * approved. One denial is enough, and an approved request can still be revoked.
   */
  readonly decide: (
    id: string,
    decision: Decision,
    entry: AuditEntry,
  ) => Promise<StoredApproval | undefined>;
  /**
   * Consumes an approval and writes the intent of the call, on disk. False if it was consumed,
   * changed or expired.
   */
  readonly consume: (consumption: Consumption, intent: AuditEntry) => Promise<boolean>;
  /** Records the outcome of the call that consumed it. No-op if not consumed. */
  readonly close: (id: string, state: "done" | "failed" | "unknown") => Promise<void>;
  /** Marks overdue pending and approved requests as expired. Returns the count. */
  readonly expire: (now: number) => Promise<number>;
  /**
   * Removes the oldest settled requests whose expiry lies before a moment, at most `max`. Returns
   * the count. Pending and approved ones stay at any age, and so does the audit log.
   */
  readonly forget: (before: number, max: number) => Promise<number>;
}

/** Applies a decision to an approval. Undefined if it is too late or changes nothing. */
export function decidedOn(
  approval: StoredApproval,
  decision: Decision,
): StoredApproval | undefined {
  const { to, by, at } = decision;
  const open: readonly ApprovalState[] = to === "revoked" ? ["pending", "approved"] : ["pending"];
  if (!open.includes(approval.state) || approval.expiresAt <= at) return undefined;
  if (to !== "approved") return { ...approval, state: to, decidedBy: by, decidedAt: at };
  // One person counts once.
  if (approval.yeses.some((yes) => yes.by === by)) return undefined;
  const { to: _to, ...yes } = decision;
  const yeses = [...approval.yeses, yes];
  if (yeses.length < approval.needed) return { ...approval, yeses };
  return { ...approval, yeses, state: "approved", decidedBy: by, decidedAt: at };
}
