import { isJsonObject, own } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { CallIds } from "../foundation/kernel/call-ids.ts";
import type { ConnectedCall, IncomingCall } from "./call.ts";

const longestName = 200;

/** What a call is followed by, as far as it came. */
export function idsOf(call: IncomingCall, tool: RegisteredTool | undefined): CallIds {
  const { callId, traceId, correlationId } = call;
  return {
    callId,
    traceId,
    correlationId,
    sessionId: call.sessionId ?? named(call, tool, "session_id"),
    connectionId: connectionOf(call) ?? named(call, tool, "connection_id"),
    // A server may call its tools anything.
    toolId: tool?.publicName.slice(0, longestName),
  };
}

/** The connection that the call was let use. */
function connectionOf(call: IncomingCall): string | undefined {
  if (!isConnected(call) || call.connection.kind !== "made") return undefined;
  return call.connection.outgoing.connection?.id;
}

export function isConnected(call: IncomingCall): call is ConnectedCall {
  return "connection" in call;
}

const idForm = /^[\w.:-]{1,128}$/;

/** An argument that the contract declares and that looks like what it should be: no other text gets in here. */
function named(
  { arguments: given }: IncomingCall,
  tool: RegisteredTool | undefined,
  name: string,
): string | undefined {
  const properties = tool && own(tool.contract.input, "properties");
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return undefined;
  const value = isJsonObject(given) ? own(given, name) : undefined;
  return typeof value === "string" && idForm.test(value) ? value : undefined;
}
