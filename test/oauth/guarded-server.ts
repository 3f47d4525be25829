import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import {
  type AuthInfo,
  createMcpHandler,
  McpServer,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { createLegacySessions } from "../conformance/fixture/legacy-sessions.ts";
import type { Issuer } from "./issuer.ts";
import { close, listen } from "./listen.ts";
import { createSseSessions } from "./sse-sessions.ts";
import { info, type WhoAmI, whoami } from "./who-am-i.ts";

/** Protocol era and transport of a server. */
export const serverKinds = ["modern", "legacy", "sse"] as const;
export type ServerKind = (typeof serverKinds)[number];

/** A server of the protocol's SDK that demands a token of the issuer for every request. */
export interface GuardedServer extends AsyncDisposable {
  readonly url: URL;
  readonly transport: "streamable_http" | "sse";
  /** The persons whose calls arrived, in order, each with its session. */
  readonly calls: readonly { readonly sub: string; readonly session: string }[];
  /** Scopes that it demands. Can change while it runs. */
  readonly demanded: string[];
}

const wellKnown = "/.well-known/oauth-protected-resource/mcp";

/** Opens the server on a free loopback port. Tokens for another resource are refused. */
export async function openGuardedServer(kind: ServerKind, issuer: Issuer): Promise<GuardedServer> {
  const http = createServer();
  const origin = await listen(http);
  const url = new URL(`${origin}/mcp`);
  const calls: { sub: string; session: string }[] = [];
  const demanded: string[] = [];
  const gate = requireBearerAuth({
    verifier: issuer.verifier,
    requiredScopes: demanded,
    expectedResource: url,
    resourceMetadataUrl: `${origin}${wellKnown}`,
  });
  const answer: WhoAmI = (auth, session = "") => {
    const sub = String(auth?.extra?.["sub"]);
    calls.push({ sub, session });
    const content = [{ type: "text" as const, text: JSON.stringify({ sub }) }];
    return { content, structuredContent: { sub } };
  };
  const serve = kind === "sse" ? createSseSessions(answer) : createWebServer(kind, answer);
  http.on("request", (request, response) => {
    if (request.url === wellKnown) return void send(response, metadataOf(url, issuer));
    const { authorization = "" } = request.headers;
    return void gate(new Request(url, { headers: { authorization } })).then((auth) =>
      auth instanceof Response
        ? send(response, auth)
        : serve(Object.assign(request, { auth }), response),
    );
  });
  const transport = kind === "sse" ? "sse" : "streamable_http";
  return { url, transport, calls, demanded, [Symbol.asyncDispose]: () => close(http) };
}

function metadataOf({ href: resource }: URL, { issuer, scopes }: Issuer): Response {
  const said = { resource, authorization_servers: [issuer], scopes_supported: scopes };
  return Response.json(said);
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

/** A request whose token was checked. */
type Checked = IncomingMessage & { readonly auth: AuthInfo };

function createWebServer(kind: "modern" | "legacy", answer: WhoAmI) {
  const build = (): McpServer => {
    const server = new McpServer(info, { capabilities: { tools: {} } });
    server.server.setRequestHandler("tools/list", () => ({ tools: [whoami] }));
    server.server.setRequestHandler("tools/call", (_request, { http, sessionId }) =>
      answer(http?.authInfo, sessionId),
    );
    return server;
  };
  const modern = createMcpHandler(build, { legacy: "reject" });
  const legacy = createLegacySessions(build);
  const pass = toNodeHandler({
    fetch: (request, options) =>
      kind === "modern" ? modern.fetch(request, options) : legacy.fetch(request, options?.authInfo),
  });
  return (request: Checked, response: ServerResponse): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is Node's own request; only `url?: string` is typed less exactly there
    void pass(request as NodeIncomingMessageLike, response);
  };
}
