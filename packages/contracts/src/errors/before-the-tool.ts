import type { CallErrorCode } from "./call-details.ts";
import { isRefusal } from "./refusal.ts";

/** Whether the tool may have run before the refusal. Every new code must be listed here. */
const ran: Readonly<Record<CallErrorCode, "never" | "maybe">> = {
  "tool-unknown": "never",
  "tool-quarantined": "never",
  "query-limit": "never",
  "step-refused": "never",
  "input-invalid": "never",
  "not-permitted": "never",
  "policy-denied": "never",
  "rate-limited": "never",
  "connection-missing": "never",
  "connection-expired": "never",
  "connection-revoked": "never",
  "connection-origin": "never",
  "connection-scope": "never",
  "connection-tier": "never",
  "connection-unavailable": "never",
  "draft-pending": "never",
  "draft-rejected": "never",
  "draft-changed": "never",
  "approval-required": "never",
  "approval-denied": "never",
  "approval-expired": "never",
  "no-capacity": "never",
  "circuit-open": "never",
  "gateway-required": "never",
  // Some of several requests may have been sent.
  "egress-refused": "maybe",
  "target-throttled": "maybe",
  "target-denied": "maybe",
  "target-unauthenticated": "maybe",
  "target-failed": "maybe",
  "deadline-passed": "maybe",
  "upstream-failed": "maybe",
  "outcome-unknown": "maybe",
  "output-invalid": "maybe",
  "interaction-required": "maybe",
  "question-unknown": "maybe",
  // The outcome of a call is recorded after the tool, and that can fail too.
  "audit-failed": "maybe",
  cancelled: "maybe",
  // These involve no tool call.
  "resource-unknown": "never",
  "prompt-unknown": "never",
  "relay-refused": "never",
  "relay-failed": "never",
};

/** The codes that guarantee the tool did not run. */
export const codesBeforeTool: ReadonlySet<string> = new Set(
  Object.entries(ran).flatMap(([code, how]) => (how === "never" ? [code] : [])),
);

/** Returns whether a call ended before its tool, so the tool certainly did not run. */
export function isBeforeTool(error: unknown): boolean {
  return isRefusal(error) && codesBeforeTool.has(error.code);
}
