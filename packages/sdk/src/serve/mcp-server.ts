import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isJsonObject, type JsonValue } from "../contract/json.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { type Agent, agentOf, traceIdOf } from "../tool/caller.ts";
import type { ToolContext } from "../tool/context.ts";
import type { ContextReader, PassedContext } from "../tool/passed-context.ts";
import type { Surroundings } from "../tool/surroundings.ts";
import type { Tool } from "../tool/tool.ts";

interface McpServerDeps {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly caller: Caller;
  readonly surroundings: Surroundings;
}

/**
 * Creates an MCP server over the same tools. The protocol's SDK needs a fresh one for every
 * connection or request.
 */
// oxlint-disable-next-line typescript/no-deprecated -- marked so to steer authors to McpServer, which validates a second time and rewrites schemas
export function createMcpServer({ tools, caller, surroundings }: McpServerDeps): Server {
  // oxlint-disable-next-line typescript/no-deprecated -- as above
  const server = new Server({ ...surroundings.service }, { capabilities: { tools: {} } });
  const list = [...tools.values()].map((tool) => tool.contract.asReceived);

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a contract's tool object is one by construction
  server.setRequestHandler("tools/list", () => ({ tools: list }) as unknown as ListToolsResult);
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = tools.get(params.name);
    if (tool === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no tool of that name.");
    }
    // oxlint-disable-next-line typescript/no-deprecated -- a legacy client names itself nowhere else
    const greeted = server.getClientVersion();
    const given = params.arguments ?? {};
    const call = { name: params.name, arguments: isJsonObject(given) ? given : {} };
    const passed = caller.contexts.read(jsonOf(mcpReq._meta), call);
    const context = contextOf(mcpReq, greeted, { ...caller, passed });
    return toCallResult(await tool.invoke(given, context, surroundings));
  });
  return server;
}

/** Converts a result. `isError` is always set, and the text equals the structured content. */
function toCallResult(result: ToolResult): CallToolResult {
  const structuredContent = { ...result };
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
    isError: "error" in result,
  };
}

interface Caller {
  /** Permissions of the only principal of this server. */
  readonly permissions: readonly string[];
  readonly userId: string | null;
  /** Reads what a gateway says about a call. */
  readonly contexts: Pick<ContextReader, "read">;
  readonly newId: () => string;
  readonly now: () => number;
}

/** Returns the context of a request as its tool may see it. */
function contextOf(
  request: ServerContext["mcpReq"],
  greeted: Partial<Agent> | undefined,
  { passed, ...caller }: Caller & { readonly passed: PassedContext | undefined },
): ToolContext {
  if (passed !== undefined) return fromGateway(passed, request, caller);
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

/** The permissions stay those of this server: a gateway vouches for a user, not for its rights. */
function fromGateway(
  { sessionId, metadata, ...ids }: PassedContext,
  { signal }: ServerContext["mcpReq"],
  { permissions }: Caller,
): ToolContext {
  return {
    ...ids,
    ...(sessionId !== undefined && { sessionId }),
    ...(metadata !== undefined && { metadata }),
    permissions,
    signal,
  };
}

/** Narrows metadata to JSON: it arrived as JSON, but the protocol's SDK types it as unknown. */
function jsonOf(metadata: unknown): JsonValue | undefined {
  return isJsonObject(metadata) ? metadata : undefined;
}
