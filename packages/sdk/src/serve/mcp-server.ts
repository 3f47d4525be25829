import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import type { ToolResult } from "../result/tool-result.ts";
import type { Surroundings } from "../tool/surroundings.ts";
import type { Tool } from "../tool/tool.ts";
import { type Caller, contextOf } from "./context-of.ts";

export interface Offer {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly caller: Caller;
  readonly surroundings: Surroundings;
}

/**
 * Creates an MCP server over the same tools. The protocol's SDK needs a fresh one for every
 * connection or request.
 */
// oxlint-disable-next-line typescript/no-deprecated -- marked so to steer authors to McpServer, which validates a second time and rewrites schemas
export function createMcpServer({ tools, caller, surroundings }: Offer): Server {
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
    const context = contextOf(mcpReq, greeted, caller);
    return toCallResult(await tool.invoke(params.arguments ?? {}, context, surroundings));
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
