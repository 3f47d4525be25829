import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";

/** A call as received by a server. */
export interface Arrived {
  readonly name: string;
  readonly arguments: JsonObject;
}

export interface ServerScript {
  readonly tools: readonly JsonObject[];
  /** Returns the result of a call. Default: a result that fits the tools of `testing/tool.ts`. */
  readonly answer?: (call: Arrived) => JsonObject | Promise<JsonObject>;
  readonly era?: "modern" | "legacy";
  /** Whether the connection breaks as soon as a call arrives. Default: false. */
  readonly cutsCalls?: boolean;
  /** Delay of the tool list in milliseconds. Default: none. */
  readonly listsAfterMs?: number;
}

/** A real loopback server that records every call it receives. */
export interface CountingServer extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly Arrived[];
  /** Replaces the tools without a notification. */
  readonly offer: (tools: readonly JsonObject[]) => void;
  /** Cuts every connection and accepts no more. */
  readonly stop: () => Promise<void>;
}

export async function openCountingServer(script: ServerScript): Promise<CountingServer> {
  const calls: Arrived[] = [];
  let { tools } = script;
  const resultFor = async ({ method, params }: Message): Promise<JsonObject | undefined> => {
    if (method === "tools/list") {
      await systemClock.sleep(script.listsAfterMs ?? 0);
      return { tools };
    }
    if (method !== "tools/call") return greetingOf(method, script.era ?? "modern");
    const call = arrivedIn(params);
    calls.push(call);
    return (script.answer ?? forecast)(call);
  };
  const server = createServer((request, response) => {
    const cut = script.cutsCalls === true ? () => response.destroy() : undefined;
    void answer(request, response, { resultFor, cut });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const stop = (): Promise<void> => stopped(server);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    offer: (others) => {
      tools = others;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

interface Message {
  readonly method: string;
  readonly params: JsonObject;
}

interface Answering {
  readonly resultFor: (message: Message) => Promise<JsonObject | undefined>;
  /** Runs in place of an answer to a call. */
  readonly cut: (() => void) | undefined;
}

function greetingOf(method: string, era: "modern" | "legacy"): JsonObject | undefined {
  const capabilities = { tools: {} };
  if (method === "server/discover" && era === "modern") {
    return { supportedVersions: ["2026-07-28"], capabilities };
  }
  if (method !== "initialize" || era === "modern") return undefined;
  const serverInfo = { name: "counting", version: "1.0.0" };
  return { protocolVersion: "2025-11-25", capabilities, serverInfo };
}

/** Fields that the modern era requires on every result. Legacy clients ignore them. */
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { resultFor, cut }: Answering,
): Promise<void> {
  if (request.method !== "POST") {
    response.writeHead(405).end();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const message = objectIn(parseJson(Buffer.concat(chunks).toString()));
  const id = own(message, "id");
  if (id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const method = textIn(message, "method");
  const result = await resultFor({ method, params: objectIn(own(message, "params")) });
  if (method === "tools/call" && cut !== undefined) {
    cut();
    return;
  }
  const outcome =
    result === undefined
      ? { error: { code: -32_601, message: "Method not found" } }
      : { result: { ...seal, ...result } };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
}

function arrivedIn(params: JsonObject): Arrived {
  return { name: textIn(params, "name"), arguments: objectIn(own(params, "arguments")) };
}

function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textIn(object: JsonObject, key: string): string {
  const value = own(object, key);
  return typeof value === "string" ? value : "";
}

function forecast(): JsonObject {
  return {
    content: [{ type: "text", text: '{"celsius":21}' }],
    structuredContent: { celsius: 21 },
    isError: false,
  };
}

function stopped(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
