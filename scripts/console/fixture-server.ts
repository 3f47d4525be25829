import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { consoleFolder } from "./build-console.ts";

/** An answer of the API: JSON with its status, or a text as it is. Default status: 200. */
export type FixtureAnswer =
  | { readonly status?: number; readonly body: unknown }
  /** `isOpen`: it goes on until the browser leaves. */
  | { readonly text: string; readonly isOpen?: boolean };

/** What the server answers, by the method and path below `/console/api/v1/`, without the query. */
export type FixtureRoutes = Readonly<Record<string, (body: unknown) => FixtureAnswer>>;

/** A server that speaks the console's API, for states that a gateway reaches only by accident. */
export interface FixtureServer extends AsyncDisposable {
  readonly url: string;
  readonly routes: Record<string, (body: unknown) => FixtureAnswer>;
  /** Requests of the API, as method and path. */
  readonly asked: string[];
  /** Sends an event to every open stream. */
  readonly send: (event: string, data: object) => void;
  /** Cuts every open stream. */
  readonly cut: () => void;
  /** Reports of the content security policy. */
  readonly reports: string[];
}

export interface FixtureOptions {
  /** The headers of the gateway's own pages. */
  readonly headers: Readonly<Record<string, string>>;
  readonly routes: FixtureRoutes;
}

const apiPath = "/console/api/v1/";
const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

export async function openFixtureServer(options: FixtureOptions): Promise<FixtureServer> {
  const state: ServerState = {
    files: readFiles(),
    headers: reported(options.headers),
    routes: { ...options.routes },
    streams: new Set(),
    asked: [],
    reports: [],
  };
  const { routes, streams, asked, reports } = state;
  const server = createServer((request, response) => void answer(state, request, response));
  const { promise: listens, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await listens;
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/console/`,
    routes,
    asked,
    reports,
    send: (event, data) => {
      const message = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      for (const stream of streams) stream.write(message);
    },
    cut: () => {
      for (const stream of streams) stream.destroy();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      const { promise: closed, resolve: done } = Promise.withResolvers<unknown>();
      server.close(done);
      await closed;
    },
  };
}

interface ServerState {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly routes: Record<string, (body: unknown) => FixtureAnswer>;
  readonly streams: Set<ServerResponse>;
  readonly asked: string[];
  readonly reports: string[];
}

async function answer(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "", "http://fixture");
  const body = await text(request);
  if (pathname === "/report") {
    state.reports.push(body);
    response.writeHead(204).end();
  } else if (pathname === `${apiPath}events`) openStream(state, response);
  else if (pathname === "/console/session" || pathname.startsWith(apiPath)) {
    const path = pathname.replace(apiPath, "").replace("/console/", "");
    answerJson(state, { key: `${request.method} ${path}`, body }, response);
  } else sendFile(state, pathname, response);
}

function openStream({ streams }: ServerState, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(": open\n\n");
  streams.add(response);
  response.once("close", () => streams.delete(response));
}

interface Asked {
  readonly key: string;
  readonly body: string;
}

function answerJson(
  { asked, routes }: ServerState,
  { key, body }: Asked,
  response: ServerResponse,
): void {
  asked.push(key);
  const given: unknown = body === "" ? undefined : JSON.parse(body);
  const found = routes[key]?.(given) ?? unknown;
  if ("text" in found) {
    response.writeHead(200, { "content-type": "application/x-ndjson" }).write(found.text);
    if (found.isOpen !== true) response.end();
    return;
  }
  const { status = 200, body: sent } = found;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(sent));
}

const unknown: FixtureAnswer = {
  status: 404,
  body: { error: { code: "request-invalid", message: "There is nothing at this address." } },
};

/** Every path that is no file shows the page. */
function sendFile({ files, headers }: ServerState, path: string, response: ServerResponse): void {
  const wanted = path.replace(/^\/console\//, "");
  const name = files.has(wanted) ? wanted : "index.html";
  const type = types[name.split(".").at(-1) ?? ""] ?? "text/plain";
  response.writeHead(200, { ...headers, "content-type": type }).end(files.get(name));
}

function reported(headers: FixtureOptions["headers"]): FixtureOptions["headers"] {
  const policy = headers["content-security-policy"] ?? "";
  return { ...headers, "content-security-policy": `${policy}; report-uri /report` };
}

function readFiles(): ReadonlyMap<string, Buffer> {
  const names = readdirSync(consoleFolder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.includes("."));
  return new Map(files.map((name) => [name, readFileSync(join(consoleFolder, name))]));
}
