import type { ApprovalState, Decision, StoredApproval } from "./approval-store.ts";

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
