import type { CallIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import { isJsonObject, own } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { ConnectedCall, IncomingCall } from "./call.ts";

const maxNameLength = 200;

/** Returns the ids of a call that are known so far. */
export function idsOf(call: IncomingCall, tool: RegisteredTool | undefined): CallIds {
  const { callId, traceId, correlationId } = call;
  return {
    callId,
    traceId,
    correlationId,
    sessionId: call.sessionId ?? named(call, tool, "session_id"),
    connectionId: connectionOf(call) ?? named(call, tool, "connection_id"),
    // A server may give its tools any name.
    toolId: tool?.publicName.slice(0, maxNameLength),
  };
}

/** Returns the connection granted to the call. */
function connectionOf(call: IncomingCall): string | undefined {
  if (!isConnected(call) || call.connection.kind !== "made") return undefined;
  return call.connection.outgoing.connection?.id;
}

export function isConnected(call: IncomingCall): call is ConnectedCall {
  return "connection" in call;
}

const idForm = /^[\w.:-]{1,128}$/;

/**
 * Returns an argument that the contract declares as an id, if it looks like one. No other text is
 * admitted.
 */
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
