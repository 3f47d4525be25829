import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { Guard } from "./host-origin-guard.ts";
import {
  type ForwardedReading,
  type IsNamed,
  readForwarded,
  readXForwarded,
} from "./read-forwarded.ts";
import type { RefusedReading } from "./read-request.ts";
import { refuse } from "./refuse-request.ts";

/** The proxies whose word about a client counts, and how they give it. */
export interface NamedProxies {
  /** Their networks, such as `10.0.0.0/8`. */
  readonly from: readonly string[];
  readonly sends: "proxy_protocol" | "forwarded" | "x_forwarded";
}

/** Returns which addresses are those of named proxies. */
export function createIsNamed(from: readonly string[]): IsNamed {
  const networks = new BlockList();
  for (const network of from) {
    const [address = "", prefix] = network.split("/");
    networks.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => {
    if (address === undefined) return false;
    // A listener of both families sees IPv4 clients so.
    const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, "");
    return networks.check(plain, familyOf(plain));
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

const clients = new WeakMap<IncomingMessage, string>();

/** Notes the client of a request, which is another than that of its connection. */
export function setClient(request: IncomingMessage, address: string): void {
  clients.set(request, address);
}

/** Returns the address of the client. Undefined if it has left. */
export function clientOf(request: IncomingMessage): string | undefined {
  return clients.get(request) ?? request.socket.remoteAddress;
}

const readers = { forwarded: readForwarded, x_forwarded: readXForwarded } as const;

/**
 * Notes the client and the host that a named proxy tells. Headers of other senders are ignored: each
 * client could write them.
 */
export function createProxyGuard({ from, sends }: NamedProxies): Guard {
  if (sends === "proxy_protocol") return () => true;
  const isNamed = createIsNamed(from);
  const read = readers[sends];
  return (request, response) => {
    if (!isNamed(request.socket.remoteAddress)) return true;
    const reading = read(request.headers, isNamed);
    if (reading.kind === "read") adopt(request, reading);
    else refuse(response, unreadable);
    return reading.kind === "read";
  };
}

function adopt(
  request: IncomingMessage,
  { client, host }: Extract<ForwardedReading, { readonly kind: "read" }>,
): void {
  if (client !== undefined) setClient(request, client);
  if (host === undefined) return;
  request.headers.host = host;
  // Also for a sibling process, which gets the raw list.
  const { rawHeaders } = request;
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && /^host$/i.test(name));
  if (at === -1) rawHeaders.push("host", host);
  else rawHeaders[at + 1] = host;
}

const unreadable = {
  kind: "refused",
  status: 400,
  code: -32_600,
  message: "The proxy sent a malformed header about the client, or more than one host.",
} as const satisfies RefusedReading;
