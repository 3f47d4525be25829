import type { IncomingMessage } from "node:http";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import type { ConsoleAddress } from "../entrance.ts";
import { isProxied } from "../host-origin-guard.ts";
import { clientOf } from "../named-proxies.ts";

/** Where a request reached the console. */
export interface ConsolePlace {
  /** What the `Origin` of our own page may be here. */
  readonly origins: readonly string[];
  /** Our own origin here. */
  readonly origin: string;
  /** The origin on this machine. Undefined if the client may be on another one. */
  readonly local: string | undefined;
  /** The port of our own origin. Cookies know no ports, so their name has it. */
  readonly port: string;
}

/** Returns the place of a request. Undefined if the console does not answer there. */
export function createPlaceOf({
  host: listens,
  resource,
  isTls,
}: ConsoleAddress): (request: IncomingMessage) => ConsolePlace | undefined {
  const scheme = isTls ? "https" : "http";
  const beyond = resource?.protocol === "https:" ? resource : undefined;
  const isForThisMachine = isLoopback(listens);

  return (request) => {
    const url = URL.parse(`${scheme}://${request.headers.host}/`);
    const local = url !== null && isForThisMachine && isFromHere(request, url) ? url : undefined;
    const own = local ?? beyond;
    if (own === undefined) return undefined;
    const origins = [local, beyond].flatMap((each) => each?.origin ?? []);
    return { origins, origin: own.origin, local: local?.origin, port: portOf(own) };
  };
}

/** Tells whether the browser runs on this machine, and reached us by a name of this machine. */
function isFromHere(request: IncomingMessage, { hostname }: URL): boolean {
  return isLoopbackName(hostname) && !isProxied(request) && isLoopbackAddress(clientOf(request));
}

function isLoopbackName(hostname: string): boolean {
  return isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));
}

function isLoopbackAddress(address = ""): boolean {
  // A listener of both families sees IPv4 clients so.
  return isLoopback(address.replace(/^::ffff:/i, ""));
}

function portOf({ port, protocol }: URL): string {
  if (port !== "") return port;
  return protocol === "https:" ? "443" : "80";
}
