import type { Socket } from "../../../boundary/egress/connector.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { HttpProtocolError } from "./protocol-error.ts";
import type { ParsedHead } from "./response-head.ts";
import { ResponseParser, type ResponseSink } from "./response-parser.ts";

/** Owns connections. */
export interface ConnectionOwner {
  /** The connection may be used for another request, within this time. */
  readonly onIdle: (connection: HttpConnection, idleMs: number) => void;
  readonly onClosed: (connection: HttpConnection) => void;
}

/** One socket, with at most one exchange at a time. */
export class HttpConnection implements ResponseSink {
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  #exchange: HttpExchange | undefined = undefined;
  #parser: ResponseParser | undefined = undefined;
  #idleMs = 0;
  /** When it may no longer be used. For its owner. */
  expiresAt = 0;

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#owner = owner;
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("end", () => this.#end());
    socket.on("error", (error: Error) => this.#fail(error));
    socket.on("close", () => this.#fail(new HttpProtocolError("closed")));
  }

  /** Writes a request. The connection must be idle. */
  send(exchange: HttpExchange): void {
    const { head, body } = exchange;
    this.#exchange = exchange;
    this.#parser = new ResponseParser(this);
    exchange.holder = this;
    const socket = this.#socket;
    // ASCII goes out in one piece, without a copy. A header may have other bytes of Latin-1.
    if (Buffer.byteLength(body) === body.length) socket.write(head + body, "latin1");
    else {
      socket.cork();
      socket.write(head, "latin1");
      socket.write(body, "utf8");
      socket.uncork();
    }
  }

  close(): void {
    this.#socket.destroy();
    this.#fail(new HttpProtocolError("closed"));
  }

  /** Closes the connection: the rest of the response would pass for the next one. */
  abandon(): void {
    this.#exchange = undefined;
    this.close();
  }

  onHead(head: ParsedHead): void {
    this.#idleMs = head.idleMs;
    this.#exchange?.onHead(head);
  }

  onBody(chunk: Buffer): void {
    this.#exchange?.onBody(chunk);
  }

  onComplete(isLast: boolean): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    this.#parser = undefined;
    // A response to half a request: the other half would look like the next request.
    if (isLast || this.#socket.writableLength > 0) this.close();
    else this.#owner.onIdle(this, this.#idleMs);
    exchange?.complete();
  }

  #take(chunk: Buffer): void {
    const parser = this.#parser;
    try {
      // Data without a request could pass for the response to the next one.
      if (parser === undefined || parser.take(chunk) < chunk.length) {
        throw new HttpProtocolError("unsolicited");
      }
    } catch (error) {
      this.#socket.destroy();
      this.#fail(asError(error));
    }
  }

  #end(): void {
    try {
      this.#parser?.end();
    } catch (error) {
      this.#fail(asError(error));
    }
    this.close();
  }

  #fail(error: Error): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    this.#parser?.stop();
    this.#parser = undefined;
    this.#owner.onClosed(this);
    exchange?.abort(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("The response could not be read.");
}
