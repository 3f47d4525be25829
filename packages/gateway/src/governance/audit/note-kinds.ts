/**
 * All recorded events except calls. Only kinds listed here can be written, and each is in
 * `docs/audit-format.md`. Kinds are public and were settled before the first
 * release (decision 17): never rename one, never reuse one.
 */
export const noteKinds = [
  "approval.requested",
  "approval.shown",
  "approval.decided",
  "approval.consumed",
  "approvals.pruned",
  "audit.exported",
  "audit.read",
  "call.lost",
  "connection.added",
  "connection.expired",
  "connection.pushed",
  "connection.refused",
  "connection.revoked",
  "draft.decided",
  "draft.imported",
  "draft.written",
  "gateway.started",
  "gateway.stopped",
  "identity.refused",
  "identity.verified",
  "keys.rotated",
  "lock.created",
  "notes.lost",
  "policy.loaded",
  "policy.put",
  "policy.unusable",
  "result.shown",
  "results.pruned",
  "server.asked",
  "server.unavailable",
  "subject.erased",
  "tool.discovered",
  "tool.drifted",
  "tool.nonconformant",
  "tool.removed",
  "tool.unreviewed",
  "tool.updated",
  "tool.withheld",
] as const;

export type NoteKind = (typeof noteKinds)[number];
