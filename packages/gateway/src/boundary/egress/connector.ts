import { isIP, type Socket } from "node:net";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import {
  Agent,
  buildConnector,
  type Dispatcher,
  fetch,
  type RequestInit,
  type Response,
} from "undici";
import { type Addresses, type Lookup, mayHave, systemLookup } from "./address.ts";
import { EgressFailure, transportFailure } from "./egress-failure.ts";
import type { Endpoint } from "./egress-rules.ts";
import { defaultPorts } from "./read-url.ts";

export interface ConnectorDeps extends Pick<Runtime, "clock"> {
  readonly lookup: Lookup;
  /**
   * Returns the addresses allowed for an endpoint, or undefined if the endpoint is unreachable by
   * rule.
   */
  readonly addressesFor: (endpoint: Endpoint) => Addresses | undefined;
  /** CA certificates to trust in addition to the system's. Default: none. */
  readonly ca?: string | undefined;
  /** Opens a connection to a checked address. Default: the network. */
  readonly dial?: Dial | undefined;
}

export type Connect = buildConnector.connector;
export type Dial = Connect;

const dialMs = 10_000;
/** Applies while more addresses remain to try: part of a network may silently drop packets. */
const firstDialsMs = 2_000;
const lookupMs = 5_000;
const maxDials = 4;

/**
 * Connects to checked addresses only. Resolves a name once per connection and connects to that same
 * answer. This stops DNS rebinding between check and use.
 */
export function createConnector(deps: ConnectorDeps): Connect {
  const { dial: given, ca } = deps;
  // Created once: parsing all certificates per connection would cost more than the connection.
  const trust = ca !== undefined && { secureContext: trusting(ca) };
  const within = (timeout: number): Dial =>
    given ?? buildConnector({ allowH2: false, timeout, ...trust });
  const [quick, patient] = [within(firstDialsMs), within(dialMs)];

  const connect = async (asked: buildConnector.Options): Promise<Socket> => {
    const { servername: _theirs, ...rest } = asked;
    const isNamed = isIP(asked.hostname) === 0;
    let last: unknown;
    const addresses = await checkedAddresses(endpointOf(asked), deps);
    for (const hostname of addresses) {
      // The certificate is verified against the name, not against the resolved address.
      const servername = asked.protocol === "https:" && isNamed ? asked.hostname : undefined;
      const options = { ...rest, hostname, ...(servername !== undefined && { servername }) };
      const dial = hostname === addresses.at(-1) ? patient : quick;
      const socket = await dialed(dial, options).catch((error: unknown) => {
        last = error;
      });
      if (socket !== undefined) return socket;
    }
    throw last;
  };

  return (asked, report) => {
    connect(asked).then(
      (socket) => report(null, socket),
      (error: unknown) => report(connectFailure(error), null),
    );
  };
}

/**
 * Maps errors while connecting. Nothing was sent yet, timeouts included, and callers rely on it.
 */
function connectFailure(error: unknown): EgressFailure {
  const failure = transportFailure(error, "unreachable");
  return failure.kind === "timed-out" ? new EgressFailure("unreachable", failure.details) : failure;
}

function trusting(ca: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates("default"), ca] });
}

async function checkedAddresses(
  endpoint: Endpoint,
  { clock, lookup, addressesFor }: ConnectorDeps,
): Promise<readonly string[]> {
  const allowed = addressesFor(endpoint);
  if (allowed === undefined) throw new EgressFailure("host-refused");
  const { host } = endpoint;
  const addresses =
    isIP(host) === 0 ? await withTimeout({ clock, ms: lookupMs }, () => lookup(host)) : [host];
  // One bad address among good ones is an attack, so the whole answer is refused.
  if (!addresses.every((address) => mayHave(allowed, address))) {
    throw new EgressFailure("address-refused");
  }
  return addresses.slice(0, maxDials);
}

function dialed(dial: Dial, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(options, (error, socket) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}

export type { Socket } from "node:net";
export type { Dispatcher, RequestInit, Response } from "undici";

export interface OriginDeps extends Pick<Runtime, "clock"> {
  /** Default: the system resolver. */
  readonly lookup?: Lookup | undefined;
  /** CA certificates to trust in addition to the system's. Default: none. */
  readonly ca?: string | undefined;
}

/** Connects only to the origin of one URL, at any address except credential endpoints. */
export function createOriginConnector(url: URL, deps: OriginDeps): Connect {
  const { clock, lookup = systemLookup, ca } = deps;
  const own = endpointOf(url);
  return createConnector({
    clock,
    lookup,
    addressesFor: ({ scheme, host, port }) =>
      scheme === own.scheme && host === own.host && port === own.port ? "any" : undefined,
    ca,
  });
}

/** Sends to that origin only. Response timeouts are up to the caller. */
export function createOriginAgent(url: URL, deps: OriginDeps): Agent {
  const connect = createOriginConnector(url, deps);
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

function endpointOf({ protocol, hostname, port }: URL | buildConnector.Options): Endpoint {
  const scheme = protocol === "https:" ? "https" : "http";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return { scheme, host, port: port === "" ? defaultPorts[scheme] : Number(port) };
}
