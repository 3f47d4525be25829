import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Connect, Socket } from "../../../boundary/egress/connector.ts";
import { EgressFailure } from "../../../boundary/egress/egress-failure.ts";
import { type ConnectionOwner, HttpConnection } from "./http-connection.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { HttpProtocolError } from "./protocol-error.ts";
import { requestHead, requestStart } from "./request-text.ts";

export interface HttpClientDeps {
  readonly clock: Clock;
  /** Connects to the origin of the URL. Decides about addresses and TLS. */
  readonly connect: Connect;
  /** Default: more than the calls that may run at once. */
  readonly maxConnections?: number;
}

const defaultMaxConnections = 1_024;
/** How often idle connections are checked for their age. */
const sweepMs = 1_000;
/** How long a connection that was not used yet is kept. */
const newIdleMs = 4_000;

/**
 * Posts to one URL, over connections that are kept and reused. Never sends a request twice: after
 * any byte of it was written, a failure is the failure of the request.
 */
export class HttpClient implements Disposable, ConnectionOwner {
  readonly #url: URL;
  readonly #start: string;
  readonly #clock: Clock;
  readonly #connect: Connect;
  readonly #maxConnections: number;
  readonly #waiting: HttpExchange[] = [];
  readonly #all = new Set<HttpConnection>();
  /** The most recently used one is last. */
  readonly #idle: HttpConnection[] = [];
  readonly #disposing = new AbortController();
  #connecting = 0;
  #isFlushing = false;
  #isSweeping = false;

  constructor(
    url: URL,
    { clock, connect, maxConnections = defaultMaxConnections }: HttpClientDeps,
  ) {
    this.#url = url;
    this.#start = requestStart(url);
    this.#clock = clock;
    this.#connect = connect;
    this.#maxConnections = maxConnections;
  }

  /**
   * Sends a request at the end of this turn of the event loop. By then everything that the turn
   * received is read: an idle connection with unsolicited data, or a closed one, is not used.
   *
   * Throws if the request is malformed.
   */
  send(exchange: HttpExchange): void {
    if (this.#disposing.signal.aborted) throw new HttpProtocolError("closed");
    exchange.head = requestHead(this.#start, exchange.headers, exchange.body);
    this.#waiting.push(exchange);
    this.#flushSoon();
  }

  [Symbol.dispose](): void {
    this.#disposing.abort();
    for (const exchange of this.#waiting.splice(0)) exchange.abort(new HttpProtocolError("closed"));
    for (const connection of this.#all) connection.close();
  }

  onIdle(connection: HttpConnection, idleMs: number): void {
    connection.expiresAt = this.#clock.monotonic() + idleMs;
    this.#idle.push(connection);
    if (this.#waiting.length > 0) this.#flushSoon();
    if (!this.#isSweeping) this.#sweep().catch(() => undefined);
  }

  onClosed(connection: HttpConnection): void {
    if (!this.#all.delete(connection)) return;
    const at = this.#idle.indexOf(connection);
    if (at !== -1) this.#idle.splice(at, 1);
    if (this.#waiting.length > 0) this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }

  /** Gives waiting exchanges to idle connections, and opens connections for the others. */
  #flush(): void {
    const now = this.#clock.monotonic();
    let exchange = this.#nextWaiting();
    while (exchange !== undefined) {
      const connection = this.#idleAt(now);
      if (connection === undefined) break;
      this.#waiting.shift();
      connection.send(exchange);
      exchange = this.#nextWaiting();
    }
    this.#forgetSettled();
    const room = this.#maxConnections - this.#all.size - this.#connecting;
    const missing = this.#waiting.length - this.#connecting;
    for (let opened = 0; opened < Math.min(room, missing); opened += 1) this.#open();
  }

  /** Aborted exchanges need no connection. */
  #forgetSettled(): void {
    if (!this.#waiting.some(({ isSettled }) => isSettled)) return;
    const left = this.#waiting.filter(({ isSettled }) => !isSettled);
    this.#waiting.splice(0, this.#waiting.length, ...left);
  }

  /** Returns the first waiting exchange that was not aborted. */
  #nextWaiting(): HttpExchange | undefined {
    while (this.#waiting[0]?.isSettled === true) this.#waiting.shift();
    return this.#waiting[0];
  }

  #idleAt(now: number): HttpConnection | undefined {
    for (let found = this.#idle.pop(); found !== undefined; found = this.#idle.pop()) {
      if (found.expiresAt > now) return found;
      found.close();
    }
    return undefined;
  }

  #open(): void {
    const { protocol, host, hostname, port } = this.#url;
    const asked = { protocol, host, hostname: hostname.replace(/^\[(.*)\]$/, "$1"), port };
    this.#connecting += 1;
    this.#connect(asked, (...[error, socket]) => {
      this.#connecting -= 1;
      if (error !== null) this.#failed(error);
      else if (this.#disposing.signal.aborted) socket.destroy();
      // It may have ended while its opening was reported.
      else if (socket.destroyed) this.#failed(new EgressFailure("unreachable"));
      else this.#opened(socket);
    });
  }

  #opened(socket: Socket): void {
    const connection = new HttpConnection(socket, this);
    this.#all.add(connection);
    this.onIdle(connection, newIdleMs);
  }

  /** Fails one exchange for each connection that could not be opened. Nothing of it was sent. */
  #failed(error: Error): void {
    const exchange = this.#nextWaiting();
    if (exchange === undefined) return;
    this.#waiting.shift();
    exchange.abort(error);
    this.#flushSoon();
  }

  async #sweep(): Promise<void> {
    this.#isSweeping = true;
    // One timer for all: a timer per response would cost every response.
    while (this.#idle.length > 0) {
      await this.#clock.sleep(sweepMs, this.#disposing.signal);
      const now = this.#clock.monotonic();
      for (const each of this.#idle.filter(({ expiresAt }) => expiresAt <= now)) each.close();
    }
    this.#isSweeping = false;
  }
}
