import type { OfCall } from "../telemetry/event-fields.ts";
import { type IncomingCall, isApproved, isAuthorized, isConnected, isResolved } from "./call.ts";
import type { Outcome } from "./outcome.ts";

/** Returns the stage a call reached, judged by the fields that stages left on it. */
export function stageOf(call: IncomingCall, outcome: Outcome): OfCall["stage"] {
  if (outcome.kind === "answered") return outcome.fromCache ? "cache" : "done";
  if (outcome.kind === "relayed") return "done";
  if (isApproved(call)) return "run";
  if (isConnected(call)) return "approve";
  if (isAuthorized(call)) return "connect";
  return isResolved(call) ? "authorize" : "resolve";
}
