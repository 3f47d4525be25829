import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import type { GatewayDeps } from "../../packages/gateway/src/compose/open-gateway.ts";
import { openHttp } from "../../packages/gateway/src/edge/http.ts";
import { entranceDepsOf } from "../gate/entrance-deps.ts";
import { openTestGateway, type TestGateway } from "../gate/open-test-gateway.ts";
import type { Era, ViewServer } from "./server.ts";

/** A gateway before servers with views, and its HTTP entrance. */
export interface ViewGateway extends TestGateway {
  readonly connect: (era: Era, capabilities?: JsonObject) => Promise<ViewClient>;
}

/** A client with capabilities of its own: a legacy one states them once, in a session. */
export interface ViewClient {
  /** The result of its greeting: `server/discover` or `initialize`. */
  readonly greeting: JsonObject;
  /** Returns the whole response. */
  readonly ask: (method: string, params?: JsonObject, can?: JsonObject) => Promise<JsonObject>;
}

/** Opens a gateway. `keys` are further settings of each server. */
export async function openViewGateway(
  servers: readonly ViewServer[],
  keys: JsonObject = {},
  differences: Partial<GatewayDeps> = {},
): Promise<ViewGateway> {
  await using stack = new AsyncDisposableStack();
  const mcps = servers.map(({ name, url }) => ({
    name,
    url: url.href,
    transport: "streamable_http",
    mode: "dynamic",
    default_tool_config: {},
    naming: "qualified",
    ...keys,
  }));
  const tools = servers.flatMap((server) => server.toolNames.map((tool) => ({ name: tool })));
  const toolbox = keys["mode"] === "strict" ? { tools, mcps } : { mcps };
  const config = JSON.stringify({ toolbox });
  const opened = stack.use(await openTestGateway(config, differences));
  const principal = { id: "ada", permissions: "all" } as const;
  const place = { host: "127.0.0.1", port: 0, clock: systemClock };
  const { url } = stack.use(await openHttp(entranceDepsOf({ ...opened, principal }), place));
  const owned = stack.move();
  return {
    ...opened,
    connect: (era, capabilities = {}) => connectors[era](url, capabilities),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const connectors: Readonly<
  Record<Era, (url: URL, capabilities: JsonObject) => Promise<ViewClient>>
> = { modern: connectModern, legacy: connectLegacy };

const clientInfo = { name: "tester", version: "1.0.0" };

async function connectModern(url: URL, capabilities: JsonObject): Promise<ViewClient> {
  const ask: ViewClient["ask"] = (method, params = {}, can = capabilities) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": clientInfo,
      "io.modelcontextprotocol/clientCapabilities": can,
    };
    const named = own(params, method === "resources/read" ? "uri" : "name");
    return post(
      url,
      { method, params: { ...params, _meta } },
      {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(typeof named === "string" && { "mcp-name": named }),
      },
    );
  };
  return { greeting: resultIn(await ask("server/discover")), ask };
}

async function connectLegacy(url: URL, capabilities: JsonObject): Promise<ViewClient> {
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo };
  const opened = await fetch(url, request({ id: 0, method: "initialize", params }));
  const greeting = resultIn(answerIn(await opened.text()));
  const headers = {
    "mcp-protocol-version": "2025-11-25",
    "mcp-session-id": opened.headers.get("mcp-session-id") ?? "",
  };
  const ready = { method: "notifications/initialized" };
  await (await fetch(url, request(ready, headers))).text();
  return { greeting, ask: (method, given = {}) => post(url, { method, params: given }, headers) };
}

async function post(
  url: URL,
  message: JsonObject,
  headers: Readonly<Record<string, string>>,
): Promise<JsonObject> {
  const response = await fetch(url, request({ id: 1, ...message }, headers));
  return answerIn(await response.text());
}

function request(message: JsonObject, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  };
}

/** Returns the response: the body, or its last event. */
function answerIn(text: string): JsonObject {
  const [event] = [...text.matchAll(/^data: (.+)$/gm)].slice(-1);
  const answer = parseJson(event?.[1] ?? text);
  if (!isJsonObject(answer)) throw new Error(`no answer: ${text}`);
  return answer;
}

/** Returns the result of a response. */
export function resultIn(answer: JsonObject): JsonObject {
  const result = own(answer, "result");
  if (!isJsonObject(result)) throw new Error(`no result: ${JSON.stringify(answer)}`);
  return result;
}
