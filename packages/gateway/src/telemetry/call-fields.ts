import type { CallIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import type { OfCall } from "./event-fields.ts";

/** Returns the ids of a call for its log lines. */
export function followedBy(ids: CallIds): Omit<OfCall, "stage" | "status"> {
  const { callId, traceId, correlationId, sessionId, connectionId, toolId } = ids;
  return {
    callId,
    traceId,
    correlation_id: correlationId,
    session_id: sessionId ?? null,
    connection_id: connectionId ?? null,
    tool_id: toolId ?? null,
  };
}
