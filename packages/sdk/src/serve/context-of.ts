import type { ServerContext } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonValue, own } from "../contract/json.ts";
import type { ToolContext } from "../tool/context.ts";

export interface Caller {
  /** What the one principal of this server may do. */
  readonly permissions: readonly string[];
  readonly userId: string | null;
  readonly newId: () => string;
  readonly now: () => number;
}

/** The client as it calls itself. A hint for logs: nothing is decided by it. */
export interface Agent {
  readonly name: string;
  readonly version: string;
}

const clientInfoKey = "io.modelcontextprotocol/clientInfo";
const nobody: Agent = { name: "unknown", version: "0.0.0" };

/** What a tool may know about the request it serves. */
export function contextOf(
  request: ServerContext["mcpReq"],
  agent: Agent,
  caller: Caller,
): ToolContext {
  const traceId = traceIdOf(request._meta) ?? caller.newId();
  return {
    userId: caller.userId,
    correlationId: caller.newId(),
    traceId,
    agentId: agent.name,
    agentVersion: agent.version,
    timestamp: new Date(caller.now()).toISOString(),
    permissions: caller.permissions,
    signal: request.signal,
  };
}

/** Modern requests name their client each; legacy ones named it once, when they said hello. */
export function agentOf(
  request: ServerContext["mcpReq"],
  greeted: Partial<Agent> | undefined,
): Agent {
  const envelope: unknown = request.envelope;
  const named = isJsonObject(envelope) ? own(envelope, clientInfoKey) : undefined;
  const { name, version } = isJsonObject(named) ? named : { ...greeted };
  return { name: textOr(name, nobody.name), version: textOr(version, nobody.version) };
}

// A W3C traceparent carries 32 hex digits, which are a UUID without its dashes.
const traceparent =
  /^[0-9a-f]{2}-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-/;

function traceIdOf(meta: unknown): string | undefined {
  const sent = isJsonObject(meta) ? own(meta, "traceparent") : undefined;
  return typeof sent === "string" ? traceparent.exec(sent)?.slice(1, 6).join("-") : undefined;
}

function textOr(value: JsonValue | undefined, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value.slice(0, 200).toWellFormed() : otherwise;
}
