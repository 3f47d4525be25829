import { createServer } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { type CallToolResult, createMcpHandler, Server } from "@modelcontextprotocol/server";

// A gateway written in an afternoon: the SDK's client on one side, its server on the other.
// Arguments: the port, then the server's address or the command that starts it.
const [port = "0", target = "", ...args] = process.argv.slice(2);

const client = new Client(
  { name: "naive", version: "1.0.0" },
  { versionNegotiation: { mode: "auto" } },
);
await client.connect(
  target.startsWith("http")
    ? new StreamableHTTPClientTransport(new URL(target))
    : new StdioClientTransport({ command: target, args }),
);
const list = await client.listTools();

const handler = createMcpHandler(() => {
  // oxlint-disable-next-line typescript/no-deprecated -- the low-level server is what a gateway uses
  const server = new Server({ name: "naive", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => list);
  server.setRequestHandler("tools/call", async ({ params }) => {
    const { name, arguments: given } = params;
    const result: CallToolResult = await client.callTool({ name, arguments: given ?? {} });
    return result;
  });
  return server;
});
const answer = toNodeHandler(handler);
const server = createServer((request, response) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is Node's own request
  void answer(request as NodeIncomingMessageLike, response);
});
server.listen(Number(port), "127.0.0.1");
