import type { OfCall } from "../telemetry/event-fields.ts";
import { type IncomingCall, isResolved } from "./call.ts";
import type { FindTool } from "./count-calls.ts";
import { idsOf } from "./ids-of.ts";
import type { Stages } from "./pipeline.ts";
import { stageOf } from "./stage-of.ts";

/** The ids that every record of a call holds, under the names of its log lines. */
export type Tracking = Pick<
  OfCall,
  "correlation_id" | "session_id" | "connection_id" | "tool_id" | "stage"
>;

export interface TrackedCall extends IncomingCall {
  readonly tracking: Tracking;
}

export interface TrackDeps {
  readonly find: FindTool;
  /** Hides secrets in a text that a caller chose. */
  readonly hide: (text: string) => string;
}

/** Adds to every recorded call the ids that follow it, and the stage it reached. */
export function trackCalls(record: Stages["record"], { find, hide }: TrackDeps): Stages["record"] {
  const hidden = (id: string | undefined): string | null => (id === undefined ? null : hide(id));
  return (call) => {
    const tool = find(call.tool);
    const { correlationId, sessionId, connectionId, toolId } = idsOf(call, tool);
    const tracking: Tracking = {
      correlation_id: hide(correlationId),
      session_id: hidden(sessionId),
      connection_id: hidden(connectionId),
      tool_id: toolId ?? null,
      stage: "opened",
    };
    const { durable, closed } = record(tracked(call, tracking));
    return {
      durable,
      closed: (now, outcome) => {
        const ids = idsOf(now, isResolved(now) ? now.registered : tool);
        const reached = {
          ...tracking,
          connection_id: hidden(ids.connectionId),
          tool_id: ids.toolId ?? null,
          stage: stageOf(now, outcome),
        };
        return closed(tracked(now, reached), outcome);
      },
    };
  };
}

function tracked(call: IncomingCall, tracking: Tracking): TrackedCall {
  return { ...call, tracking };
}
