import type { CallErrorCode } from "./call-details.ts";
import { isRefusal } from "./refusal.ts";

/** Whether the tool of a call that was refused with the code has run. Who adds a code has to say it here. */
const ran: Readonly<Record<CallErrorCode, "never" | "maybe">> = {
  "tool-unknown": "never",
  "tool-quarantined": "never",
  "step-limit": "never",
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
  busy: "never",
  "circuit-open": "never",
  "gateway-required": "never",
  // What is sent in several requests may have begun.
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
  // How a call ended is written down after its tool, and may fail then too.
  "record-failed": "maybe",
  cancelled: "maybe",
  // No tools are called for these.
  "resource-unknown": "never",
  "prompt-unknown": "never",
  "relay-refused": "never",
  "relay-failed": "never",
};

/** The codes after which it has certainly not run. */
export const codesBeforeTool: ReadonlySet<string> = new Set(
  Object.entries(ran).flatMap(([code, how]) => (how === "never" ? [code] : [])),
);

/** Whether a call ended before its tool, so that the tool has certainly not run. */
export function isBeforeTool(error: unknown): boolean {
  return isRefusal(error) && codesBeforeTool.has(error.code);
}
