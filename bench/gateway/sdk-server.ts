import { createServer } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import {
  type CallToolResult,
  createMcpHandler,
  type ListToolsResult,
  Server,
} from "@modelcontextprotocol/server";
import { callResult, toolsOf } from "./echo-answers.ts";

// The echo server built with the MCP SDK, without a gateway. Arguments: port, number of tools.
const [port = "0", tools = "2"] = process.argv.slice(2);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written as tools a file away
const list = { tools: toolsOf(Number(tools)) } as ListToolsResult;

const handler = createMcpHandler(() => {
  // oxlint-disable-next-line typescript/no-deprecated -- the low-level server is what is measured elsewhere too
  const server = new Server({ name: "echo", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => list);
  server.setRequestHandler(
    "tools/call",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written as a result a file away
    ({ params }) => callResult(params) as CallToolResult,
  );
  return server;
});
const answer = toNodeHandler(handler);
createServer((request, response) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is Node's own request
  void answer(request as NodeIncomingMessageLike, response);
}).listen(Number(port), "127.0.0.1");
