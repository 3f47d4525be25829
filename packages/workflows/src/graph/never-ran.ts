/**
 * The refusals of the gateway after which the tool has certainly not run. After any other it may have, so a code
 * that is not known here counts as one of those.
 */
const before: ReadonlySet<string> = new Set([
  "tool-unknown",
  "tool-quarantined",
  "step-limit",
  "step-refused",
  "input-invalid",
  "not-permitted",
  "policy-denied",
  "rate-limited",
  "connection-missing",
  "connection-expired",
  "connection-revoked",
  "connection-origin",
  "connection-scope",
  "connection-tier",
  "connection-unavailable",
  "draft-pending",
  "draft-rejected",
  "draft-changed",
  "busy",
  "circuit-open",
  "approval-required",
  "approval-denied",
  "approval-expired",
]);

export function neverRan(code: string): boolean {
  return before.has(code);
}
