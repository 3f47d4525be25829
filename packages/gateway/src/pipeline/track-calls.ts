import type { DiscoveryIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import type { OfCall } from "../telemetry/event-fields.ts";
import type { IncomingCall } from "./call.ts";
import { idsOf } from "./ids-of.ts";
import type { Stages } from "./pipeline.ts";
import { stageOf } from "./stage-of.ts";

/** The ids that every record of a call holds, under the names of its log lines. */
export type Tracking = Pick<
  OfCall,
  | "correlation_id"
  | "session_id"
  | "connection_id"
  | "tool_id"
  | "stage"
  | "connection"
  | "scope"
  | "tier"
>;

export interface TrackedCall extends IncomingCall {
  readonly tracking: Tracking;
}

/**
 * Adds to every recorded call the ids that follow it, and the stage it reached. `hide` removes
 * secrets from a text that a caller chose.
 */
export function trackCalls(
  record: Stages["record"],
  hide: (text: string) => string,
): Stages["record"] {
  const hidden = (id: string | undefined): string | null => (id === undefined ? null : hide(id));
  const hiddenIn = (scope: DiscoveryIds["scope"]): DiscoveryIds["scope"] =>
    scope && Object.fromEntries(Object.entries(scope).map(([level, id]) => [level, hide(id)]));
  return (call) => {
    const { correlationId, sessionId, connectionId, toolId, discovery } = idsOf(call);
    const tracking: Tracking = {
      correlation_id: hide(correlationId),
      session_id: hidden(sessionId),
      connection_id: hidden(connectionId),
      tool_id: toolId ?? null,
      stage: "opened",
      ...(discovery && { scope: hiddenIn(discovery.scope), tier: discovery.tier }),
    };
    const { durable, closed } = record(tracked(call, tracking));
    return {
      durable,
      closed: (now, outcome) => {
        const ids = idsOf(now);
        const reached = {
          ...tracking,
          connection_id: hidden(ids.connectionId),
          tool_id: ids.toolId ?? null,
          stage: stageOf(now, outcome),
          ...(ids.grantedConnection !== undefined && { connection: ids.grantedConnection }),
        };
        return closed(tracked(now, reached), outcome);
      },
    };
  };
}

function tracked(call: IncomingCall, tracking: Tracking): TrackedCall {
  return { ...call, tracking };
}
