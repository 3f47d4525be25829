import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { createIsNamed, type NamedProxies, setClient } from "./named-proxies.ts";
import { type PreambleReading, readPreamble } from "./read-preamble.ts";

/** Why the connection of a named proxy was closed. */
export type PreambleFault =
  | Extract<PreambleReading, { readonly kind: "refused" }>["because"]
  | "too-slow"
  | "too-many";

export interface PreambleDeps extends Pick<NamedProxies, "from"> {
  readonly clock: Clock;
  /** Connections that may wait for their preamble at a time. */
  readonly max: number;
  /** Called for each closed connection. Default: not reported. */
  readonly refused?: ((because: PreambleFault) => void) | undefined;
}

/** A proxy sends its preamble with the first packet. This allows for one that was lost. */
const patienceMs = 5_000;

/**
 * Reads the PROXY preamble of each connection of a named proxy, before TLS and HTTP. Other
 * connections have none: to HTTP and TLS a preamble is malformed.
 */
export class Preambles implements Disposable {
  readonly #deps: PreambleDeps;
  readonly #waiting = new Set<Socket>();
  /** Addresses of clients, by their connection. */
  readonly #clients = new Map<string, string>();

  constructor(deps: PreambleDeps) {
    this.#deps = deps;
  }

  /** Returns the client of a connection, also below TLS. */
  readonly clientOf = (socket: Socket): string | undefined =>
    this.#clients.get(idOf(socket)) ?? socket.remoteAddress;

  /** Notes the client of a request. */
  tell(request: IncomingMessage): void {
    const client = this.#clients.get(idOf(request.socket));
    if (client !== undefined) setClient(request, client);
  }

  /** Puts itself in front of all listeners that a server has. */
  attach(server: Server): void {
    const isNamed = createIsNamed(this.#deps.from);
    const listeners = server.listeners("connection");
    const pass = (socket: Socket): void => {
      for (const listener of listeners) Reflect.apply(listener, server, [socket]);
    };
    server.removeAllListeners("connection");
    server.on("connection", (socket: Socket) => {
      if (isNamed(socket.remoteAddress)) void this.#take(socket, pass);
      else pass(socket);
    });
  }

  async #take(socket: Socket, pass: (socket: Socket) => void): Promise<void> {
    const { clock, max, refused } = this.#deps;
    if (this.#waiting.size >= max) {
      refused?.("too-many");
      socket.destroy();
      return;
    }
    this.#waiting.add(socket);
    const ended = new AbortController();
    const close = (): void => ended.abort();
    socket.on("error", close).on("close", close);
    const late = clock.sleep(patienceMs, ended.signal).then(
      () => "too-slow" as const,
      () => "gone" as const,
    );
    const reading = await Promise.race([readFrom(socket), late]);
    ended.abort();
    this.#waiting.delete(socket);
    if (typeof reading === "object" && !socket.destroyed) {
      this.#note(socket, reading.client);
      pass(socket);
      return;
    }
    if (typeof reading === "string" && reading !== "gone") refused?.(reading);
    socket.destroy();
  }

  #note(socket: Socket, client: string | undefined): void {
    if (client === undefined) return;
    const id = idOf(socket);
    this.#clients.set(id, client);
    socket.once("close", () => this.#clients.delete(id));
  }

  [Symbol.dispose](): void {
    for (const socket of this.#waiting) socket.destroy();
  }
}

/** Reads up to the end of the preamble, and puts back what follows. */
async function readFrom(
  socket: Socket,
): Promise<{ readonly client: string | undefined } | PreambleFault> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    bytes = Buffer.concat([bytes, await nextOf(socket)]);
    const reading = readPreamble(bytes);
    if (reading.kind === "refused") return reading.because;
    if (reading.kind === "read") {
      if (reading.end < bytes.length) socket.unshift(bytes.subarray(reading.end));
      return { client: reading.client };
    }
  }
}

/** Never resolves if the socket ends: its deadline is running. */
async function nextOf(socket: Socket): Promise<Buffer> {
  for (;;) {
    const chunk: unknown = socket.read();
    if (Buffer.isBuffer(chunk)) return chunk;
    await new Promise<void>((resolve) => {
      socket.once("readable", resolve);
    });
  }
}

/** Identifies a connection: TLS has another socket object over the same one. */
function idOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return JSON.stringify([remoteAddress, remotePort, localAddress]);
}
