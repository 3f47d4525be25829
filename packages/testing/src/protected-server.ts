import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** Behavior of a server that demands a token. Every member can change while it runs. */
export interface ProtectedManners {
  /** The header of its refusals. Default: it names its metadata. */
  challenge?: string | undefined;
  /** Overridden members of its metadata. Default: none. */
  said?: Readonly<Record<string, unknown>> | undefined;
  /** Where its metadata is redirected to. Default: nowhere. */
  redirect?: string | undefined;
  /** Paths that have its metadata. Default: the one of its endpoint. */
  places: readonly string[];
}

/** An MCP server that answers every request without a good token with 401 (RFC 9728). */
export interface ProtectedServer extends AsyncDisposable {
  readonly url: string;
  readonly origin: string;
  readonly manners: ProtectedManners;
  /** The paths of all requests, in order. */
  readonly asked: readonly string[];
}

const wellKnown = "/.well-known/oauth-protected-resource";

/** Opens the server. The issuer decides which tokens are good. */
export async function openProtectedServer(provider: {
  readonly issuer: string;
  readonly isGood: (token: string) => boolean;
}): Promise<ProtectedServer> {
  const manners: ProtectedManners = { places: [`${wellKnown}/mcp`] };
  const asked: string[] = [];
  const metadata = (response: ServerResponse): void => {
    const { redirect, said } = manners;
    if (redirect !== undefined) response.writeHead(302, { location: redirect }).end();
    else
      json(response, {
        resource: `${origin}/mcp`,
        authorization_servers: [provider.issuer],
        ...said,
      });
  };
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    if (manners.places.includes(path)) return metadata(response);
    if (path !== "/mcp") return void response.writeHead(404).end();
    if (provider.isGood(tokenOf(request)))
      return json(response, { jsonrpc: "2.0", id: 1, result: {} });
    const { challenge = `Bearer resource_metadata="${origin}${wellKnown}/mcp"` } = manners;
    return void response.writeHead(401, { "www-authenticate": challenge }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const bound = server.address();
  const origin = `http://127.0.0.1:${typeof bound === "object" && bound !== null ? bound.port : 0}`;
  return {
    url: `${origin}/mcp`,
    origin,
    manners,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function tokenOf({ headers }: IncomingMessage): string {
  return headers.authorization?.replace(/^Bearer /, "") ?? "";
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}
