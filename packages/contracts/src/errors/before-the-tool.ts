import type { CallErrorCode } from "./call-details.ts";
import { isRefusal } from "./refusal.ts";

/** The codes that guarantee the tool did not run. Any other code leaves it open. */
export const codesBeforeTool: ReadonlySet<string> = new Set<CallErrorCode>([
  "tool-unknown",
  "tool-quarantined",
  "query-limit",
  "step-refused",
  "input-invalid",
  "not-permitted",
  "policy-denied",
  "sequence-denied",
  "rate-limited",
  "connection-missing",
  "connection-expired",
  "connection-revoked",
  "connection-refused",
  "connection-origin",
  "connection-scope",
  "connection-tier",
  "connection-unavailable",
  "draft-pending",
  "draft-rejected",
  "draft-changed",
  "approval-required",
  "approval-denied",
  "approval-expired",
  "no-capacity",
  "circuit-open",
  "gateway-required",
  "resource-unknown",
  "prompt-unknown",
  "relay-quarantined",
  "relay-refused",
  "relay-failed",
  "task-unknown",
]);

/** Returns whether a call ended before its tool, so the tool certainly did not run. */
export function isBeforeTool(error: unknown): boolean {
  return isRefusal(error) && codesBeforeTool.has(error.code);
}
