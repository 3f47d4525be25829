import { hash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { endSlowReaders, type SlowReaders } from "./end-slow-readers.ts";
import { createHostGuard } from "./host-origin-guard.ts";
import { sendsOnce } from "./read-request.ts";

export interface MetricsAddress {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /**
   * Digest of the token that a scraper must send. Default: none, and only this machine can connect.
   */
  readonly tokenSha256?: string | undefined;
}

/** Answer to a scrape. */
export interface Scraped {
  readonly type: string;
  readonly text: string;
}

export interface ListeningMetrics extends AsyncDisposable {
  readonly url: URL;
}

const path = "/metrics";
const timeouts = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 60_000 };
/** A scraper needs one connection. More than this are no scrapers. */
const maxConnections = 16;

/**
 * Listens for scrapes on a separate port: scrapers and callers cannot delay each other, and each
 * has its own access control.
 */
export async function listenMetrics(
  { host, port, tokenSha256 }: MetricsAddress,
  scrape: (accept: string | undefined) => Promise<Scraped>,
  readers: SlowReaders = {},
): Promise<ListeningMetrics> {
  if (tokenSha256 === undefined && !isLoopback(host)) {
    throw new Error("Metrics beyond this machine require a token.");
  }
  const mayRead = createMayRead(host, tokenSha256);
  const server = createServer(timeouts, (request, response) => {
    if (!mayRead(request, response)) return;
    scrape(request.headers.accept).then(
      (scraped) => end(response, 200, scraped),
      () => end(response, 500, { text: "The metrics could not be read." }),
    );
  });
  server.maxConnections = maxConnections;
  endSlowReaders(server, readers);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: new URL(`http://${host.includes(":") ? `[${host}]` : host}:${taken}${path}`),
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

type MayRead = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Creates the access check. It answers unauthorized requests itself. */
function createMayRead(host: string, tokenSha256: string | undefined): MayRead {
  const isOurs = createHostGuard({ host, resource: undefined });
  const hasToken = tokenSha256 === undefined ? () => true : createHasToken(tokenSha256);

  return (request, response) => {
    const { url, method, headers } = request;
    // A web page cannot have the token, so with one the Host name does not matter.
    if (!sendsOnce(request, "host")) return no(response, 400, "Send one Host header.");
    if (tokenSha256 === undefined && !isOurs(request, response)) return false;
    if (headers.origin !== undefined) return no(response, 403, "Web pages have no access.");
    if (url !== path) return no(response, 404, `There is nothing here but ${path}.`);
    if (method !== "GET") return no(response, 405, "This can only be read.");
    if (!hasToken(headers.authorization)) {
      response.setHeader("www-authenticate", "Bearer");
      return no(response, 401, "Show the token.");
    }
    return true;
  };
}

function createHasToken(sha256: string): (authorization: string | undefined) => boolean {
  const known = Buffer.from(sha256, "hex");
  return (authorization = "") => {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    return token !== undefined && timingSafeEqual(hash("sha256", token, "buffer"), known);
  };
}

function no(response: ServerResponse, status: number, text: string): false {
  end(response, status, { text });
  return false;
}

function end(
  response: ServerResponse,
  status: number,
  { type = "text/plain", text }: { readonly type?: string; readonly text: string },
): void {
  const headers = { "content-type": type, "x-content-type-options": "nosniff" };
  response.writeHead(status, headers).end(text.endsWith("\n") ? text : `${text}\n`);
}
