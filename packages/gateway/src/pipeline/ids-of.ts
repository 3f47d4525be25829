import type { CallIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { type IncomingCall, isConnected } from "./call.ts";
import { hostsOf } from "./stages/prepare-arguments.ts";

/** Fields that the host fills in for tracing. They differ per call and change no answer. */
const tracing: ReadonlySet<string> = new Set(["correlation_id", "session_id", "trace_id"]);

const maxNameLength = 200;

/** Returns the ids of a call that are known so far. */
export function idsOf(call: IncomingCall): CallIds {
  const { callId, traceId, correlationId, plan } = call;
  return {
    callId,
    traceId,
    correlationId,
    sessionId: sessionOf(call),
    connectionId: connectionOf(call),
    // A server may give its tools any name.
    toolId: plan?.tool.publicName.slice(0, maxNameLength),
  };
}

function sessionOf(call: IncomingCall): string | undefined {
  if (call.sessionId !== undefined) return call.sessionId;
  return call.plan?.idArguments.session === true ? named(call, "session_id") : undefined;
}

/** Returns the connection granted to the call, or the one that it names. */
function connectionOf(call: IncomingCall): string | undefined {
  const outgoing =
    isConnected(call) && call.connection.kind === "made" ? call.connection.outgoing : undefined;
  if (outgoing?.connection !== undefined) return outgoing.connection.id;
  return call.plan?.idArguments.connection === true ? named(call, "connection_id") : undefined;
}

const idForm = /^[\w.:-]{1,128}$/;

/**
 * Returns an argument that the contract declares as an id, if it looks like one. No other text is
 * admitted.
 */
function named({ arguments: given }: IncomingCall, name: string): string | undefined {
  const value = isJsonObject(given) ? own(given, name) : undefined;
  return typeof value === "string" && idForm.test(value) ? value : undefined;
}

/** Returns the tracing part of the input. Empty if a caller supplied it. */
export function tracingIn(tool: Pick<RegisteredTool, "contract">, input: JsonObject): JsonObject {
  const names = hostsOf(tool).filter((name) => tracing.has(name));
  if (names.length === 0) return {};
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
}

/** Returns the input without tracing fields: the part that equal calls share. */
export function withoutTracing(
  tool: Pick<RegisteredTool, "contract">,
  input: JsonObject,
): JsonObject {
  const traced = tracingIn(tool, input);
  if (Object.keys(traced).length === 0) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(traced, name)));
}
