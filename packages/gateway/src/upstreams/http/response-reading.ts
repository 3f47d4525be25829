import type { Transport as ClientTransport, JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonArray, parseJson } from "@toolcourt/sdk";
import { createLines } from "../../protocol/lines.ts";
import { answeredIdIn, excessIn } from "../../protocol/message-size.ts";
import { parseMessage, toMessage } from "../../protocol/read-message.ts";
import type { ResponseMatcher } from "../response-matcher.ts";
import { UpstreamError } from "../upstream.ts";
import type { HttpExchange } from "./client/http-exchange.ts";
import type { ResponseHead } from "./client/response-head.ts";

/** The end of an event stream that may be resumed. */
export interface StreamEnd {
  readonly lastEventId: string | undefined;
  readonly retryMs: number | undefined;
}

/** Reads the body of one response. An exception ends the request. */
export interface Reading {
  readonly take: (chunk: Buffer) => void;
  readonly end: () => StreamEnd | undefined;
  /** Returns the end of a response that was cut short. Absent if it cannot be resumed. */
  readonly brokeOff?: (error: Error) => StreamEnd;
}

/** Limits a body, and each event of a stream. */
export const maxResponseBytes = 10 * 1024 * 1024;

export interface ReadingOptions {
  /** Id of the request. */
  readonly id: number;
  readonly matcher: ResponseMatcher;
  /** Receives the messages that are not answers to us. */
  readonly transport: ClientTransport;
  readonly lingering: Lingering;
}

/** The body of a refused request, for later classification. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly body: string;

  constructor(body: string) {
    super("The server refused the request.");
    this.body = body;
  }
}

/** Returns the reader of a response. Throws if its form is unsupported. */
export function readingOf(
  head: ResponseHead,
  exchange: HttpExchange,
  options: ReadingOptions,
): Reading {
  const { status } = head;
  if (status >= 400) return readRefusal();
  const form = formOf(head);
  if (form === "events") return readEvents(exchange, options);
  if (form === "json") return readJson(options);
  throw new UpstreamError(status < 300 ? { kind: "garbled" } : { kind: "http", status });
}

/** Returns the form of a body. We request no compression, so a compressed one is unsupported. */
function formOf(head: ResponseHead): "events" | "json" | undefined {
  if (head.status >= 300 || head.contentEncoding !== undefined) return undefined;
  const type = (head.contentType ?? "").toLowerCase();
  if (type.startsWith("text/event-stream")) return "events";
  return type.startsWith("application/json") ? "json" : undefined;
}

const maxRefusalBytes = 64 * 1024;

/**
 * Reads a protocol error, which is short. A longer body is dropped, and the status still counts.
 */
function readRefusal(): Reading {
  const whole = collect(maxRefusalBytes, () => new Refused(""));
  return {
    take: whole.take,
    end: () => {
      throw new Refused(whole.text());
    },
  };
}

function readJson(options: ReadingOptions): Reading {
  const whole = collect(maxResponseBytes, () => new UpstreamError({ kind: "garbled" }));
  return {
    take: whole.take,
    end: () => {
      deliverAll(whole.text(), options);
      return undefined;
    },
  };
}

const empty = Buffer.alloc(0);
const maxSmall = 1_024;

function collect(
  maxBytes: number,
  tooLong: () => Error,
): { readonly take: Reading["take"]; readonly text: () => string } {
  const chunks: Buffer[] = [];
  let small: Buffer[] = [];
  let bytes = 0;
  const join = (): void => {
    if (small.length > 0)
      chunks.push(small.length === 1 ? (small[0] ?? empty) : Buffer.concat(small));
    small = [];
  };
  return {
    take: (chunk) => {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLong();
      small.push(chunk);
      // A chunk of one byte costs a hundred times its size.
      if (small.length >= maxSmall) join();
    },
    text: () => {
      join();
      return (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString("utf8") ?? "";
    },
  };
}

function deliver({ matcher, id, transport }: ReadingOptions, message: JSONRPCMessage): void {
  if (!matcher.take(message, id)) transport.onmessage?.(message);
}

/** Returns whether a delivered message has answered the request. */
function isAnswered({ matcher, id }: ReadingOptions): boolean {
  return !matcher.isOpen(id) && !matcher.isLeft(id);
}

function deliverAll(text: string, options: ReadingOptions): void {
  const excess = excessIn(text);
  if (excess !== undefined) throw new UpstreamError({ kind: "too-complex", excess });
  const value = parseJson(text);
  for (const each of isJsonArray(value) ? value : [value]) {
    const message = toMessage(each);
    if (message === undefined) throw new UpstreamError({ kind: "garbled" });
    deliver(options, message);
  }
}

/** Delivers a message of a stream. One with too much fails the request, or is dropped. */
function deliverEvent(data: string, options: ReadingOptions): void {
  const excess = excessIn(data);
  if (excess === undefined) {
    const message = parseMessage(data);
    if (message !== undefined) deliver(options, message);
  } else if (answeredIdIn(data) === options.id) {
    options.matcher.refuse(options.id, excess);
  }
}

function readEvents(exchange: HttpExchange, options: ReadingOptions): Reading {
  const { lingering } = options;
  const response = {
    destroy: () => exchange.abort(new Error("The response went on for too long.")),
  };
  let end: StreamEnd = { lastEventId: undefined, retryMs: undefined };
  const push = createEvents(maxResponseBytes, ({ data, id, retryMs }) => {
    end = { lastEventId: id ?? end.lastEventId, retryMs: retryMs ?? end.retryMs };
    if (data !== "" && !isAnswered(options)) deliverEvent(data, options);
  });
  return {
    take: (chunk) => {
      // Data after the answer is read only so that the connection can be reused.
      if (isAnswered(options)) return;
      if (!push(chunk)) throw new UpstreamError({ kind: "garbled" });
      if (isAnswered(options)) lingering.watch(response);
    },
    end: () => {
      lingering.forget(response);
      return end;
    },
    // A stream with numbered events can be resumed where it broke off.
    brokeOff: (error) => {
      lingering.forget(response);
      if (error instanceof UpstreamError || end.lastEventId === undefined) throw error;
      return end;
    },
  };
}

/** One event of a `text/event-stream`, reduced to the fields the protocol uses. */
export interface ServerEvent {
  readonly data: string;
  readonly id: string | undefined;
  readonly retryMs: number | undefined;
}

/** Parses events. Each may have up to `maxBytes`; the stream may last forever. */
export function createEvents(maxBytes: number, onEvent: (event: ServerEvent) => void) {
  let fields = new Map<string, string>();
  let bytes = 0;

  const finish = (): void => {
    const retry = fields.get("retry") ?? "";
    const forUs = (fields.get("event") ?? "message") === "message";
    const data = forUs ? (fields.get("data") ?? "") : "";
    const retryMs = /^\d{1,7}$/.test(retry) ? Number(retry) : undefined;
    if (fields.size > 0) onEvent({ data, id: fields.get("id"), retryMs });
    fields = new Map();
    bytes = 0;
  };
  const pushLine = createLines(maxBytes, (raw) => {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    bytes += line.length;
    if (line === "") finish();
    else takeField(fields, line);
  });
  /** Returns false if an event exceeds the limit. */
  return function push(chunk: Buffer): boolean {
    return pushLine(chunk) && bytes <= maxBytes;
  };
}

function takeField(fields: Map<string, string>, line: string): void {
  const colon = line.indexOf(":");
  // A line that starts with a colon is a comment, used as keepalive.
  if (colon === 0) return;
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
  const before = name === "data" ? fields.get(name) : undefined;
  fields.set(name, before === undefined ? value : `${before}\n${value}`);
}

interface Closable {
  readonly destroy: () => unknown;
}

/**
 * Closes responses that are still open about `ms` after they answered. Not at once: most end by
 * themselves right away, and then their connection can be reused.
 */
export class Lingering implements Disposable {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #since = new Map<Closable, number>();
  readonly #stopping = new AbortController();
  #isSweeping = false;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  watch(response: Closable): void {
    this.#since.set(response, this.#clock.monotonic());
    if (!this.#isSweeping) this.#sweep().catch(() => undefined);
  }

  forget(response: Closable): void {
    this.#since.delete(response);
  }

  [Symbol.dispose](): void {
    this.#stopping.abort();
    this.#endBefore(Number.POSITIVE_INFINITY);
  }

  async #sweep(): Promise<void> {
    this.#isSweeping = true;
    // One timer for all: a timer per answer would cost every answer.
    while (this.#since.size > 0) {
      await this.#clock.sleep(this.#ms, this.#stopping.signal);
      this.#endBefore(this.#clock.monotonic() - this.#ms);
    }
    this.#isSweeping = false;
  }

  #endBefore(time: number): void {
    for (const [response, at] of this.#since) {
      if (at > time) continue;
      this.#since.delete(response);
      response.destroy();
    }
  }
}
