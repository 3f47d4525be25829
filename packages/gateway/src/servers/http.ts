import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  type NodeIncomingMessageLike,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import type { JsonObject } from "@toolcourt/sdk";
import type { FastLane } from "./fast-lane.ts";
import { readRequest } from "./read-request.ts";

export interface HttpEntrance {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly factory: McpServerFactory;
  /** Takes what it recognizes; the rest goes to the servers that `factory` makes. */
  readonly fastLane?: FastLane;
  readonly isReady: () => boolean;
  /** The tools as they are listed, which say what arguments travel in headers too. */
  readonly listed: () => readonly JsonObject[];
}

export interface Listening extends AsyncDisposable {
  readonly url: URL;
}

const path = "/mcp";
/** A request that dribbles in is given up, so that slow clients cannot hold every place. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 };

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The HTTP entrance: Streamable HTTP of both eras under one path, and two answers for supervisors.
 * `Host` and `Origin` come before everything, and a message is read once, strictly, before anybody acts on it.
 */
export async function listenHttp(entrance: HttpEntrance): Promise<Listening> {
  const handler = createMcpHandler(entrance.factory);
  const answer = createAnswer(entrance, toNodeHandler(handler));
  const server = createServer(timeouts, (request, response) => {
    void answer(request, response).catch(() => {
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(entrance.port, entrance.host, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : entrance.port;

  return {
    url: new URL(`http://${entrance.host}:${port}${path}`),
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function createAnswer(
  { isReady, listed, fastLane }: HttpEntrance,
  pass: ReturnType<typeof toNodeHandler>,
): Answer {
  const fromHere = localhostHostValidation();
  const fromNoPage = localhostOriginValidation();

  return async (request, response) => {
    if (!fromHere(request, response) || !fromNoPage(request, response)) return;
    const page = pageAt(request.url, isReady);
    if (page !== undefined) {
      response.writeHead(page.status, { "content-type": "text/plain" }).end(`${page.text}\n`);
      return;
    }
    const reading = await readRequest(request, listed);
    if (reading.kind === "refused") {
      const { status, code, message } = reading;
      const error = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });
      const headers = { "content-type": "application/json", connection: "close" };
      response.writeHead(status, headers).end(error);
      return;
    }
    if (reading.message !== undefined && fastLane?.(reading.message, request, response) === true)
      return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is Node's own request; only `url?: string` is typed less exactly there
    await pass(request as NodeIncomingMessageLike, response, reading.message);
  };
}

/** What supervisors and lost visitors get; undefined where the protocol is spoken. */
function pageAt(
  url: string | undefined,
  isReady: () => boolean,
): { readonly status: number; readonly text: string } | undefined {
  if (url === path) return undefined;
  if (url === "/healthz") return { status: 200, text: "alive" };
  if (url !== "/readyz") return { status: 404, text: `There is nothing here; connect to ${path}.` };
  return isReady()
    ? { status: 200, text: "ready" }
    : { status: 503, text: "A required server is not connected." };
}
