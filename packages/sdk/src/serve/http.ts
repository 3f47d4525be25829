import { createServer } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  type NodeIncomingMessageLike,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";

export interface Listening extends AsyncDisposable {
  readonly url: URL;
}

const path = "/mcp";

/**
 * Serves Streamable HTTP, both eras, on loopback only. This server has no authentication, so every
 * process that reaches it may call. The `Host` and `Origin` checks keep web pages out.
 */
export async function listen(factory: McpServerFactory, port: number): Promise<Listening> {
  const handler = createMcpHandler(factory);
  const answer = toNodeHandler(handler);
  const fromHere = localhostHostValidation();
  const fromNoPage = localhostOriginValidation();

  const server = createServer((request, response) => {
    if (!fromHere(request, response) || !fromNoPage(request, response)) return;
    if (request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is Node's own request; only `url?: string` is typed less exactly there
    void answer(request as NodeIncomingMessageLike, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });

  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: new URL(`http://127.0.0.1:${bound}${path}`),
    [Symbol.asyncDispose]: async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
