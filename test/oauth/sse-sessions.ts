import type { IncomingMessage, ServerResponse } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { AuthInfo } from "@modelcontextprotocol/server";
import { info, type WhoAmI, whoami } from "./who-am-i.ts";

type Serve = (
  request: IncomingMessage & { readonly auth: AuthInfo },
  response: ServerResponse,
) => Promise<void>;

/** Serves the old transport: a stream of events, and an address for messages. */
export function createSseSessions(answer: WhoAmI): Serve {
  // oxlint-disable-next-line typescript/no-deprecated -- the old transport is what is tested
  const sessions = new Map<string, SSEServerTransport>();

  async function begin(response: ServerResponse): Promise<void> {
    // oxlint-disable-next-line typescript/no-deprecated -- the old transport is what is tested
    const transport = new SSEServerTransport("/message", response);
    const { sessionId } = transport;
    sessions.set(sessionId, transport);
    const server = new McpServer(info, { capabilities: { tools: {} } });
    server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [whoami] }));
    server.server.setRequestHandler(CallToolRequestSchema, (_request, { authInfo }) =>
      answer(authInfo, sessionId),
    );
    await server.connect(transport);
  }

  return async (request, response) => {
    const { method, url = "" } = request;
    if (method === "GET") return begin(response);
    const id = new URL(url, "http://127.0.0.1").searchParams.get("sessionId") ?? "";
    const transport = sessions.get(id);
    if (transport === undefined) return void response.writeHead(404).end();
    return transport.handlePostMessage(request, response);
  };
}
