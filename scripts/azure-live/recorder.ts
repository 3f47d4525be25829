import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type JsonValue, parseJson } from "@toolcourt/sdk";

/** A request that was passed on, and its answer. */
export interface Exchange {
  readonly method: string;
  /** Path and query, as Azure Resource Manager sees them. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: JsonValue | undefined;
  readonly status: number;
  readonly answer: JsonValue | undefined;
}

export interface RecorderOptions {
  /** The address that requests are passed on to. */
  readonly to: string;
  /** Headers to add, such as the key of API Management. */
  readonly headers: Readonly<Record<string, string>>;
  /** The maximum number of requests that are passed on. */
  readonly max: number;
  /** The path that our own gateway puts before each path. */
  readonly prefix: string;
}

/** A proxy on this machine that counts and records what our gateway sends. */
export interface Recorder extends AsyncDisposable {
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  /** The number of requests beyond the maximum. They were answered here. */
  readonly refused: () => number;
}

/** Hop-by-hop headers, and those that `fetch` sets by itself. */
const notPassed = new Set([
  "host",
  "connection",
  "content-length",
  "accept-encoding",
  "transfer-encoding",
  "content-encoding",
  "keep-alive",
]);

export async function openRecorder(options: RecorderOptions): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  let taken = 0;
  const server = createServer((request, response) => {
    taken += 1;
    if (taken > options.max) return refuse(response);
    void passOn(request, response, options)
      .then((exchange) => exchanges.push(exchange))
      .catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    refused: () => Math.max(0, taken - options.max),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Answers with a status that our gateway neither retries nor takes for one of Azure. */
function refuse(response: ServerResponse): void {
  response.writeHead(400, { "content-type": "application/json" });
  response.end(
    '{"error":{"code":"RequestCap","message":"The cap of this smoke test is reached."}}',
  );
}

async function passOn(
  incoming: IncomingMessage,
  response: ServerResponse,
  { to, headers: added, prefix }: RecorderOptions,
): Promise<Exchange> {
  const { method = "GET", url = "/" } = incoming;
  const path = url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url;
  const body = await textOf(incoming);
  const headers = passed(Object.entries(incoming.headers));
  // A redirect could lead to another host, with the token.
  const answer = await fetch(`${to}${path}`, {
    method,
    headers: { ...headers, ...added },
    redirect: "manual",
    ...(body !== "" && { body }),
  });
  const text = await answer.text();
  const { status } = answer;
  const exchange = { method, path, headers, request: jsonIn(body), status, answer: jsonIn(text) };
  response.writeHead(status, passed([...answer.headers]));
  response.end(text);
  return exchange;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  incoming.setEncoding("utf8");
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

function passed(headers: readonly (readonly [string, unknown])[]): Record<string, string> {
  const kept = headers.filter(([name, value]) => !notPassed.has(name) && typeof value === "string");
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    return text === "" ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}
