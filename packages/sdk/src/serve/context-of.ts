import type { ServerContext } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonValue } from "../contract/json.ts";
import { type Agent, agentOf, traceIdOf } from "../tool/caller.ts";
import type { ToolContext } from "../tool/context.ts";

export interface Caller {
  /** Permissions of the only principal of this server. */
  readonly permissions: readonly string[];
  readonly userId: string | null;
  readonly newId: () => string;
  readonly now: () => number;
}

/** Returns the context of a request as its tool may see it. */
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

/** Narrows metadata to JSON: it arrived as JSON, but the protocol's SDK types it as unknown. */
function jsonOf(metadata: unknown): JsonValue | undefined {
  return isJsonObject(metadata) ? metadata : undefined;
}
