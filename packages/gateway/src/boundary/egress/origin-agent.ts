import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { Agent, type Dispatcher, fetch, type RequestInit, type Response } from "undici";
import { createConnector } from "./connector.ts";
import { type Lookup, systemLookup } from "./lookup.ts";
import type { Endpoint } from "./reach.ts";
import { defaultPorts } from "./read-url.ts";

export type { Dispatcher, RequestInit, Response } from "undici";

export interface AgentPlace {
  readonly clock: Clock;
  /** Default: the system resolver. */
  readonly lookup?: Lookup | undefined;
  /** CA certificates to trust in addition to the system's. Default: none. */
  readonly ca?: string;
}

/**
 * Connects only to the origin of one URL, at any address except credential endpoints. Response
 * timeouts are up to the caller.
 */
export function createOriginAgent(url: URL, place: AgentPlace): Agent {
  const { clock, lookup = systemLookup, ca } = place;
  const own = endpointOf(url);
  const connect = createConnector({
    clock,
    lookup,
    addressesFor: ({ scheme, host, port }) =>
      scheme === own.scheme && host === own.host && port === own.port ? "any" : undefined,
    ...(ca !== undefined && { ca }),
  });
  // The connector already limits ALPN to HTTP/1.1. Setting it on the agent too would slow down
  // every request.
  return new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 });
}

/** Returns a `fetch` that sends only through this dispatcher. */
export function createFetchBy(
  dispatcher: Dispatcher,
): (url: string | URL, init: RequestInit) => Promise<Response> {
  return (url, init) => fetch(url, { ...init, dispatcher });
}

function endpointOf({ protocol, hostname, port }: URL): Endpoint {
  const scheme = protocol === "https:" ? "https" : "http";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return { scheme, host, port: port === "" ? defaultPorts[scheme] : Number(port) };
}
