import type { IncomingMessage, ServerResponse } from "node:http";
import { hostHeaderValidation, localhostOriginValidation } from "@modelcontextprotocol/node";
import { localhostAllowedHostnames } from "@modelcontextprotocol/server";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";

/** Returns true if a request may go on. Otherwise answers it with a refusal. */
export type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface ListenAddress {
  /** Listening host. */
  readonly host: string;
  /** Our own address, as callers know it. Undefined if callers are not authenticated. */
  readonly resource: URL | undefined;
}

/** Accepts only our own Host names. Stops DNS rebinding. */
export function createHostGuard({ host, resource }: ListenAddress): Guard {
  const names = [
    ...(isLoopback(host) ? localhostAllowedHostnames() : []),
    ...(resource === undefined ? [] : [resource.hostname]),
  ];
  return rememberingHost(hostHeaderValidation(names));
}

/**
 * Accepts requests without an Origin or from our own. Without authentication also refuses proxied
 * requests: the client behind a proxy may be on another machine.
 */
export function createOriginGuard({ resource }: ListenAddress): Guard {
  if (resource !== undefined) {
    return ({ headers }, response) =>
      headers.origin === undefined || headers.origin === resource.origin
        ? true
        : reject403(response, "Web pages of other addresses have no access.");
  }
  const fromNoPage = localhostOriginValidation();
  return (request, response) => {
    if (isProxied(request)) {
      return reject403(
        response,
        "This request came through a proxy. Set server.auth to authenticate callers.",
      );
    }
    return fromNoPage(request, response);
  };
}

/** Headers by which proxies name the original client. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
] as const;

/** Tells whether a proxy says that it sent the request for another client. */
export function isProxied({ headers }: IncomingMessage): boolean {
  return proxyHeaders.some((name) => headers[name] !== undefined);
}

function reject403(response: ServerResponse, message: string): false {
  const error = { jsonrpc: "2.0", id: null, error: { code: -32_000, message } };
  response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify(error));
  return false;
}

// A lenient parser could find another name in it than we do.
const nameWithPort = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Caches the last accepted Host: most clients send only one. */
function rememberingHost(guard: Guard): Guard {
  let passed: string | undefined;
  return (request, response) => {
    const { host } = request.headers;
    if (host !== undefined && host === passed) return true;
    if (host !== undefined && !nameWithPort.test(host)) {
      return reject403(response, "Host is a name, with a port or without.");
    }
    const isOurs = guard(request, response);
    if (isOurs) passed = host;
    return isOurs;
  };
}
