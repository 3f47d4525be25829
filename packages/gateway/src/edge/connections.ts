import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Limits of open connections. */
export interface ConnectionLimits {
  /** Of the entrance. */
  readonly max: number;
  /** Of one remote address, and of pending requests of one principal. */
  readonly perCaller: number;
}

/**
 * The default. It is below the usual limit of open files, and one proxy in front of the gateway
 * may hold a quarter of it.
 */
export const defaultConnections: ConnectionLimits = { max: 4_096, perCaller: 1_024 };

/** Sent as it is: the request was not read, so nothing of it can be answered. */
const full =
  "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/**
 * Refuses connections above the limits with 503, by the address of the client. Idle connections make
 * room for the next ones. Returns a function that closes all of them, also those in a TLS handshake,
 * which HTTP does not know yet.
 */
export function limitConnections(
  server: Server,
  { max, perCaller }: ConnectionLimits,
  addressOf: (socket: Socket) => string | undefined = ({ remoteAddress }) => remoteAddress,
): () => void {
  const open = new Counts();
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    const network = networkOf(addressOf(socket) ?? "");
    if (sockets.size >= max || !open.add(network, perCaller)) {
      if (sockets.size >= max) server.closeIdleConnections();
      socket.end(full, () => socket.destroy());
      return;
    }
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      open.remove(network);
    });
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Counts by key, without those that are zero. */
class Counts {
  readonly #counts = new Map<string, number>();

  /** Counts one more, or returns false if there are `max`. */
  add(key: string, max: number): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= max) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  remove(key: string): void {
    const count = this.#counts.get(key) ?? 0;
    if (count > 1) this.#counts.set(key, count - 1);
    else this.#counts.delete(key);
  }
}

/** Limits the pending requests of each principal, streams included. */
export class PendingRequests {
  readonly #max: number;
  readonly #counts = new Counts();

  constructor({ perCaller }: ConnectionLimits) {
    this.#max = perCaller;
  }

  /** Counts a request until its response closes. Returns false if there are too many. */
  begin(principal: string, response: ServerResponse): boolean {
    if (!this.#counts.add(principal, this.#max)) return false;
    // It closes once. `once` would wrap the listener and remove it for nothing.
    response.on("close", () => this.#counts.remove(principal));
    return true;
  }
}

/** Returns the address, or the network of an IPv6 address: one host may use all of its addresses. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
}
