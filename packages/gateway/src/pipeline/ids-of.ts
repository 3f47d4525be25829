import type { CallIds, DiscoveryIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { type IncomingCall, isConnected } from "./call.ts";
import { hostsOf, sessionFor } from "./stages/prepare-arguments.ts";

/** Fields that the host fills in for tracing. They differ per call and change no answer. */
const tracing: ReadonlySet<string> = new Set(["correlation_id", "session_id", "trace_id"]);

const maxNameLength = 200;

/** Returns the ids of a call that are known so far. They stay the same from its start to its end. */
export function idsOf(call: IncomingCall): CallIds {
  const { callId, traceId, correlationId, plan } = call;
  const granted = grantedConnection(call);
  return {
    callId,
    traceId,
    correlationId,
    sessionId: sessionOf(call),
    connectionId: namedConnection(call) ?? granted,
    grantedConnection: granted,
    // A server may give its tools any name.
    toolId: plan?.tool.publicName.slice(0, maxNameLength),
    discovery: discoveryOf(call),
  };
}

/** Returns the session that the caller names, or else the one that the tool is given. */
function sessionOf(call: IncomingCall): string | undefined {
  const { sessionId, plan } = call;
  if (sessionId !== undefined) return sessionId;
  if (plan?.arguments?.hosts.includes("session_id") === true) return sessionFor(call);
  return plan?.idArguments.session === true ? named(call, "session_id") : undefined;
}

/** Returns the connection that the set configures, or else the one that the call names. */
function namedConnection(call: IncomingCall): string | undefined {
  const { plan } = call;
  const configured = plan?.arguments?.http?.connection;
  if (configured !== undefined) return configured;
  return plan?.idArguments.connection === true ? named(call, "connection_id") : undefined;
}

function grantedConnection(call: IncomingCall): string | undefined {
  const isMade = isConnected(call) && call.connection.kind === "made";
  return isMade ? call.connection.outgoing.connection?.id : undefined;
}

/**
 * Returns scope and tier as the call gives them, if they look like ids. Undefined for other tools:
 * their arguments of these names may hold anything.
 */
function discoveryOf({ arguments: given, plan }: IncomingCall): DiscoveryIds | undefined {
  if (plan?.isTerse !== true) return undefined;
  const { levels, tiers } = plan.idArguments;
  const { scope, tier } = isJsonObject(given) ? given : {};
  const looked = levels.flatMap((level): [string, string][] => {
    const value = isJsonObject(scope) ? own(scope, level) : undefined;
    return typeof value === "string" && levelForm.test(value) ? [[level, value]] : [];
  });
  return {
    scope: looked.length === 0 ? null : Object.fromEntries(looked),
    tier: tiers.find((each) => each === tier) ?? null,
  };
}

/** Ids and names of levels, such as a resource group with parentheses. */
const levelForm = /^[\w.:()-]{1,128}$/;
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
