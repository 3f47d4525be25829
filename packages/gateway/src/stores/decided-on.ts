import type { ApprovalState, Decision, StoredApproval } from "./approval-store.ts";

/** What a decision makes of an approval; undefined where it comes too late or says nothing new. */
export function decidedOn(
  approval: StoredApproval,
  decision: Decision,
): StoredApproval | undefined {
  const { to, by, at } = decision;
  const open: readonly ApprovalState[] = to === "revoked" ? ["pending", "approved"] : ["pending"];
  if (!open.includes(approval.state) || approval.expiresAt <= at) return undefined;
  if (to !== "approved") return { ...approval, state: to, decidedBy: by, decidedAt: at };
  // Two yeses of one person are one.
  if (approval.yeses.some((yes) => yes.by === by)) return undefined;
  const { to: _to, ...yes } = decision;
  const yeses = [...approval.yeses, yes];
  if (yeses.length < approval.needed) return { ...approval, yeses };
  return { ...approval, yeses, state: "approved", decidedBy: by, decidedAt: at };
}
