import type { IncomingMessage, ServerResponse } from "node:http";
import { hostHeaderValidation, localhostOriginValidation } from "@modelcontextprotocol/node";
import { localhostAllowedHostnames } from "@modelcontextprotocol/server";
import { isLoopback } from "../foundation/kernel/loopback.ts";

/** Answers a request that has no business here, and says whether it may go on. */
export type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface Premises {
  /** Where we listen. */
  readonly host: string;
  /** Our own address, as callers know it. Absent where nobody has to say who they are. */
  readonly resource: URL | undefined;
}

/**
 * Lets pass who calls us by a name of ours. A page whose name was made to point at us calls us by its own.
 */
export function createHostGuard({ host, resource }: Premises): Guard {
  const names = [
    ...(isLoopback(host) ? localhostAllowedHostnames() : []),
    ...(resource === undefined ? [] : [resource.hostname]),
  ];
  return rememberingHost(hostHeaderValidation(names));
}

/**
 * Lets pass what no web page has sent, or one of our own address. Where nobody has to say who they are, it
 * must not have come through a proxy either: whoever is behind that need not sit at this machine.
 */
export function createOriginGuard({ resource }: Premises): Guard {
  if (resource !== undefined) {
    return ({ headers }, response) =>
      headers.origin === undefined || headers.origin === resource.origin
        ? true
        : turnedAway(response, "Web pages of other addresses have no access.");
  }
  const fromNoPage = localhostOriginValidation();
  return (request, response) => {
    if (proxyHeaders.some((name) => request.headers[name] !== undefined)) {
      return turnedAway(
        response,
        "This came through a proxy: server.auth has to say who may call.",
      );
    }
    return fromNoPage(request, response);
  };
}

/** What proxies add to say for whom they ask. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
] as const;

function turnedAway(response: ServerResponse, message: string): false {
  const error = { jsonrpc: "2.0", id: null, error: { code: -32_000, message } };
  response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify(error));
  return false;
}

// Whoever reads more into it than a name may find another name in it than we do.
const nameWithPort = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Most clients call us by one name, and whether that is one of ours need not be worked out every time. */
function rememberingHost(guard: Guard): Guard {
  let passed: string | undefined;
  return (request, response) => {
    const { host } = request.headers;
    if (host !== undefined && host === passed) return true;
    if (host !== undefined && !nameWithPort.test(host)) {
      return turnedAway(response, "Host is a name, with a port or without.");
    }
    const isOurs = guard(request, response);
    if (isOurs) passed = host;
    return isOurs;
  };
}
