import { ChunkedBody } from "./chunked-body.ts";
import { HeadCollector } from "./head-collector.ts";
import { HttpProtocolError } from "./protocol-error.ts";
import { type ParsedHead, parseHead } from "./response-head.ts";

/** Receives the parts of a response. It may stop the parser in any of its methods. */
export interface ResponseSink {
  readonly onHead: (head: ParsedHead) => void;
  readonly onBody: (chunk: Buffer) => void;
  /** The connection may be reused unless the response was its last one. */
  readonly onComplete: (isLast: boolean) => void;
}

/** A server may send hints before its response, but not for ever. */
const maxInformational = 8;

/**
 * Parses one response, however its bytes are split. Refuses everything that two parsers could
 * read differently.
 */
export class ResponseParser {
  readonly #sink: ResponseSink;
  readonly #collector = new HeadCollector();
  #head: ParsedHead | undefined = undefined;
  /** Bytes of the body that are missing. Infinite if the end of the connection ends the body. */
  #missing = 0;
  #chunked: ChunkedBody | undefined = undefined;
  #informational = 0;
  #isOver = false;

  constructor(sink: ResponseSink) {
    this.#sink = sink;
  }

  /** Stops parsing: nothing more is passed on. */
  stop(): void {
    this.#isOver = true;
  }

  /** Returns the position after the response. Throws if it is malformed. */
  take(bytes: Buffer): number {
    let at = 0;
    while (this.#head === undefined) {
      at = this.#collector.take(bytes, at);
      if (at === -1) return bytes.length;
      this.#takeHead(parseHead(this.#collector.text));
      if (this.#isOver) return at;
    }
    return at === bytes.length ? at : this.#takeBody(bytes, at);
  }

  /** Ends the response with the connection. Throws if it is not complete. */
  end(): void {
    if (this.#isOver) return;
    if (this.#missing !== Number.POSITIVE_INFINITY) throw new HttpProtocolError("closed");
    this.#complete(true);
  }

  #takeHead(head: ParsedHead): void {
    if (head.status < 200) {
      this.#informational += 1;
      if (this.#informational > maxInformational) throw new HttpProtocolError("informational");
      return;
    }
    this.#head = head;
    this.#sink.onHead(head);
    if (this.#isOver) return;
    if (head.isBodiless() || head.contentLength === 0) this.#complete(false);
    else if (head.isChunked) this.#chunked = new ChunkedBody();
    else this.#missing = head.contentLength ?? Number.POSITIVE_INFINITY;
  }

  #takeBody(bytes: Buffer, from: number): number {
    if (this.#chunked !== undefined) return this.#takeChunks(this.#chunked, bytes, from);
    const end = Math.min(bytes.length, from + this.#missing);
    this.#missing -= end - from;
    this.#pass(from === 0 && end === bytes.length ? bytes : bytes.subarray(from, end));
    if (this.#missing === 0) this.#complete(false);
    return end;
  }

  #takeChunks(chunked: ChunkedBody, bytes: Buffer, from: number): number {
    const end = chunked.take(bytes, from, (data) => this.#pass(data));
    // Whatever a trailer says, the next response does not depend on it.
    if (chunked.isComplete()) this.#complete(chunked.hasTrailer());
    return end;
  }

  #pass(data: Buffer): void {
    if (!this.#isOver) this.#sink.onBody(data);
  }

  #complete(endsHere: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sink.onComplete(endsHere || this.#head?.isLast !== false);
  }
}
