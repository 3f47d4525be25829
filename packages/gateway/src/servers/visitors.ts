import type { IncomingMessage, ServerResponse } from "node:http";
import { hostHeaderValidation, localhostOriginValidation } from "@modelcontextprotocol/node";
import { localhostAllowedHostnames } from "@modelcontextprotocol/server";
import { isLoopback } from "../kernel/loopback.ts";

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

/** Lets pass what no web page has sent, or one of our own address. */
export function createOriginGuard({ resource }: Premises): Guard {
  if (resource === undefined) return localhostOriginValidation();
  return ({ headers }, response) => {
    if (headers.origin === undefined || headers.origin === resource.origin) return true;
    response.writeHead(403, { "content-type": "application/json" }).end(foreignPage);
    return false;
  };
}

const foreignPage = JSON.stringify({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32_000, message: "Web pages of other addresses have no access." },
});

/** Most clients call us by one name, and whether that is one of ours need not be worked out every time. */
function rememberingHost(guard: Guard): Guard {
  let passed: string | undefined;
  return (request, response) => {
    const { host } = request.headers;
    if (host !== undefined && host === passed) return true;
    const isOurs = guard(request, response);
    if (isOurs) passed = host;
    return isOurs;
  };
}
