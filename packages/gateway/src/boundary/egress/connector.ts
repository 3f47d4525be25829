import { isIP, type Socket } from "node:net";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { buildConnector } from "undici";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { withTimeout } from "../../foundation/kernel/with-timeout.ts";
import { type Addresses, mayHave } from "./address.ts";
import { EgressFailure } from "./egress-failure.ts";
import type { Lookup } from "./lookup.ts";
import type { Endpoint } from "./reach.ts";
import { defaultPorts } from "./read-url.ts";
import { transportFailure } from "./transport-failure.ts";

export interface ConnectorDependencies {
  readonly clock: Clock;
  readonly lookup: Lookup;
  /** Which addresses an endpoint may have; undefined for an endpoint that nobody may reach. */
  readonly addressesFor: (endpoint: Endpoint) => Addresses | undefined;
  /** Certificates to trust besides the system's. */
  readonly ca?: string;
  /** Opens a connection to an address that was checked. Default: the network. */
  readonly dial?: Dial;
}

export type Dial = buildConnector.connector;

const dialMs = 10_000;
/** While there is another address to try: half of a network may be dead without saying so. */
const firstDialsMs = 2_000;
const lookupMs = 5_000;
const mostDials = 4;

/**
 * Connects to addresses that were checked and to nothing else. A name is resolved once for each
 * connection, and the connection goes to what that one answer said: a name that changes its answer
 * between check and use changes nothing.
 */
export function createConnector(dependencies: ConnectorDependencies): buildConnector.connector {
  const { dial: given, ca } = dependencies;
  // Made once: to read all certificates anew for every connection would cost more than the connection.
  const trust = ca !== undefined && { secureContext: trusting(ca) };
  const within = (timeout: number): Dial =>
    given ?? buildConnector({ allowH2: false, timeout, ...trust });
  const [quick, patient] = [within(firstDialsMs), within(dialMs)];

  const connect = async (asked: buildConnector.Options): Promise<Socket> => {
    const { servername: _theirs, ...rest } = asked;
    const isNamed = isIP(asked.hostname) === 0;
    let last: unknown;
    const addresses = await checkedAddresses(endpointOf(asked), dependencies);
    for (const hostname of addresses) {
      // The certificate is held against the name, not against the address it was found at.
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

/** Whatever took too long here, nothing was sent yet, and who asked may rely on that. */
function connectFailure(error: unknown): EgressFailure {
  const failure = transportFailure(error, "unreachable");
  return failure.kind === "timed-out" ? new EgressFailure("unreachable", failure.details) : failure;
}

function trusting(ca: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates("default"), ca] });
}

async function checkedAddresses(
  endpoint: Endpoint,
  { clock, lookup, addressesFor }: ConnectorDependencies,
): Promise<readonly string[]> {
  const allowed = addressesFor(endpoint);
  if (allowed === undefined) throw new EgressFailure("host-refused");
  const { host } = endpoint;
  const addresses =
    isIP(host) === 0 ? await withTimeout({ clock, ms: lookupMs }, () => lookup(host)) : [host];
  // One bad answer among good ones is an attempt to be chosen, so none of them is used.
  if (!addresses.every((address) => mayHave(allowed, address))) {
    throw new EgressFailure("address-refused");
  }
  return addresses.slice(0, mostDials);
}

function endpointOf({ protocol, hostname, port }: buildConnector.Options): Endpoint {
  const scheme = protocol === "https:" ? "https" : "http";
  return { scheme, host: hostname, port: port === "" ? defaultPorts[scheme] : Number(port) };
}

function dialed(dial: Dial, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(options, (error, socket) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}
