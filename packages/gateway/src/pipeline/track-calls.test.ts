import {
  connectedCall,
  incomingCall,
  registeredTool,
  resolvedCall,
  toolPlan,
} from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { IncomingCall } from "./call.ts";
import type { Outcome } from "./outcome.ts";
import type { CallRecord } from "./pipeline.ts";
import { trackCalls } from "./track-calls.ts";

const refused: Outcome = { kind: "refused", error: new Error("bug") };

function recorded(): { calls: IncomingCall[]; record: (call: IncomingCall) => CallRecord } {
  const calls: IncomingCall[] = [];
  const record = (call: IncomingCall): CallRecord => {
    calls.push(call);
    return {
      durable: async () => undefined,
      closed: async (now) => void calls.push(now),
    };
  };
  return { calls, record };
}

const hide = (text: string): string => text.replaceAll("ghp_secret", "[hidden]");

describe("trackCalls", () => {
  it("adds the ids to what opens and to what closes", async () => {
    const { calls, record } = recorded();
    const opened = incomingCall({ sessionId: "s-1", plan: toolPlan(registeredTool()) });

    await trackCalls(record, hide)(opened).closed(connectedCall(), refused);

    const ids = { correlation_id: opened.correlationId, session_id: "s-1", connection_id: null };
    expect(calls).toMatchObject([
      { tracking: { ...ids, tool_id: "get-forecast", stage: "opened" } },
      { tracking: { ...ids, tool_id: "get-forecast", stage: "approve" } },
    ]);
  });

  it("leaves out the name of a tool that does not exist", async () => {
    const { calls, record } = recorded();

    await trackCalls(record, hide)(incomingCall()).closed(incomingCall(), refused);

    expect(calls).toMatchObject([
      { tracking: { tool_id: null, stage: "opened" } },
      { tracking: { tool_id: null, stage: "resolve" } },
    ]);
  });

  it("hides secrets in a session id, also when the call closes", async () => {
    const { calls, record } = recorded();
    const call = incomingCall({ sessionId: "ghp_secret" });
    const tracked = trackCalls(record, hide)(call);

    await tracked.closed({ ...resolvedCall(), sessionId: "ghp_secret" }, refused);

    expect(calls).toMatchObject([
      { tracking: { session_id: "[hidden]" } },
      { tracking: { session_id: "[hidden]" } },
    ]);
  });
});
