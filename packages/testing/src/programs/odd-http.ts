// HTTP servers with scripted answers.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";

/** A request to the server under test, and the response to write. */
export interface Exchange {
  readonly id: JsonValue;
  readonly name: string;
  readonly params: JsonObject;
  readonly message: JsonObject;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export type Handlers = Readonly<Record<string, (exchange: Exchange) => void>>;

export interface Listening extends AsyncDisposable {
  readonly url: URL;
  readonly seen: readonly IncomingMessage[];
}

export async function listen(handlers: Handlers): Promise<Listening> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    void text(request).then((body) => dispatch(handlers, body, { request, response }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: urlOf(server), seen, [Symbol.asyncDispose]: () => close(server) };
}

function dispatch(
  handlers: Handlers,
  body: string,
  http: Pick<Exchange, "request" | "response">,
): void {
  const message = objectOr(body === "" ? {} : parseJson(body));
  const params = objectOr(own(message, "params"));
  const id = own(message, "id") ?? null;
  const [name, method] = [textIn(params, "name"), textIn(message, "method")];
  const handler = handlers[name] ?? handlers[method] ?? handlers["else"];
  if (handler !== undefined) handler({ id, name, params, message, ...http });
  // A notification is accepted; GET offers no stream.
  else http.response.writeHead(method === "" ? 405 : 202).end();
}

function objectOr(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textIn(object: JsonObject, key: string): string {
  const value = own(object, key);
  return typeof value === "string" ? value : "";
}

export function refuseWith(status: number): Handlers[string] {
  return ({ response }) => {
    response.writeHead(status).end();
  };
}

function urlOf(server: Server): URL {
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/mcp`);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

export function json(response: ServerResponse, value: JsonValue, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

export function event(value: JsonValue): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export function stream(response: ServerResponse, ...events: readonly JsonValue[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(events.map(event).join(""));
}

export const initialized = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "odd", version: "1.0.0" },
};

export const legacy: Handlers = {
  "server/discover": ({ response }) =>
    json(response, { jsonrpc: "2.0", id: null, error: { code: -32000, message: "no" } }, 400),
  initialize: ({ id, response }) => {
    response.setHeader("mcp-session-id", "s-1");
    json(response, { jsonrpc: "2.0", id, result: initialized });
  },
  ping: ({ id, response }) => json(response, { jsonrpc: "2.0", id, result: {} }),
};

export const discovered = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: "public",
};

export const modern: Handlers = {
  "server/discover": ({ id, response }) =>
    json(response, { jsonrpc: "2.0", id, result: discovered }),
  "tools/list": ({ id, response }) => {
    const tools = [{ name: "echo", inputSchema: { type: "object" }, odd: 1 }, { name: 7 }, "?"];
    const result = { resultType: "complete", tools, ttlMs: 0, cacheScope: "public" };
    json(response, { jsonrpc: "2.0", id, result });
  },
  echo: ({ id, params, response }) =>
    json(response, { jsonrpc: "2.0", id, result: { resultType: "complete", ...params } }),
};

/** Answers with exactly this result. */
export function answering(result: JsonValue): Handlers[string] {
  return ({ id, response }) => {
    json(response, { jsonrpc: "2.0", id, result });
  };
}
