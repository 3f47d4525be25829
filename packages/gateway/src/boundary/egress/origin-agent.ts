import { Agent, type Dispatcher, fetch, type RequestInit, type Response } from "undici";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { createConnector } from "./connector.ts";
import { type Lookup, systemLookup } from "./lookup.ts";
import type { Endpoint } from "./reach.ts";
import { defaultPorts } from "./read-url.ts";

export type { Dispatcher, RequestInit, Response } from "undici";

export interface AgentPlace {
  readonly clock: Clock;
  /** Default: the system's. */
  readonly lookup?: Lookup | undefined;
  /** Certificates to trust besides the system's. */
  readonly ca?: string;
}

/**
 * Connects to the origin of one URL and to no other, wherever an operator may have put it: what hands
 * out credentials stays closed. How long an answer may take is the caller's business.
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
  // The connector asks for HTTP/1.1 alone. To tell the agent as well would cost every request a little.
  return new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 });
}

/** `fetch`, but nothing leaves except by this dispatcher. */
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
