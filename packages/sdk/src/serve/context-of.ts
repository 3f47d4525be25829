import type { ServerContext } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonValue } from "../contract/json.ts";
import { type Agent, agentOf, traceIdOf } from "../tool/caller.ts";
import type { ToolContext } from "../tool/context.ts";

export interface Caller {
  /** What the one principal of this server may do. */
  readonly permissions: readonly string[];
  readonly userId: string | null;
  readonly newId: () => string;
  readonly now: () => number;
}

/** What a tool may know about the request it serves. */
export function contextOf(
  request: ServerContext["mcpReq"],
  greeted: Partial<Agent> | undefined,
  caller: Caller,
): ToolContext {
  const agent = agentOf(jsonOf(request.envelope), greeted);
  return {
    userId: caller.userId,
    correlationId: caller.newId(),
    traceId: traceIdOf(jsonOf(request._meta)) ?? caller.newId(),
    agentId: agent.name,
    agentVersion: agent.version,
    timestamp: new Date(caller.now()).toISOString(),
    permissions: caller.permissions,
    signal: request.signal,
  };
}

/** Metadata came as JSON, although the protocol's SDK types it as anything. */
function jsonOf(metadata: unknown): JsonValue | undefined {
  return isJsonObject(metadata) ? metadata : undefined;
}
