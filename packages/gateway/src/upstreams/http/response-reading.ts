import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonArray, parseJson } from "@toolcourt/sdk";
import { createLines, type Lines } from "../../protocol/lines.ts";
import { parseMessage, toMessage } from "../../protocol/read-message.ts";
import { UpstreamError } from "../upstream.ts";

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

export interface ReadingOptions {
  readonly maxBytes: number;
  readonly deliver: (message: JSONRPCMessage) => void;
  /** Returns whether a delivered message has answered the request. */
  readonly isAnswered: () => boolean;
  readonly lingering: Lingering;
}

/** The parts of a response before its body. */
interface Head {
  readonly status: number;
  readonly headerOf: (name: string) => string | undefined;
  /** Closes a response that stays open after its answer. */
  readonly close: () => void;
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
export function readingOf(head: Head, options: ReadingOptions): Reading {
  const { status } = head;
  if (status >= 400) return readRefusal();
  const form = formOf(head);
  if (form === "events") return readEvents(head, options);
  if (form === "json") return readJson(options);
  throw new UpstreamError(status < 300 ? { kind: "garbled" } : { kind: "http", status });
}

/** Returns the form of a body. We request no compression, so a compressed one is unsupported. */
function formOf({ status, headerOf }: Head): "events" | "json" | undefined {
  if (status >= 300 || headerOf("content-encoding") !== undefined) return undefined;
  const type = (headerOf("content-type") ?? "").toLowerCase();
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

function readJson({ maxBytes, deliver }: ReadingOptions): Reading {
  const whole = collect(maxBytes, () => new UpstreamError({ kind: "garbled" }));
  return {
    take: whole.take,
    end: () => {
      deliverAll(whole.text(), deliver);
      return undefined;
    },
  };
}

function collect(
  maxBytes: number,
  tooLong: () => Error,
): { readonly take: Reading["take"]; readonly text: () => string } {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    take: (chunk) => {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLong();
      chunks.push(chunk);
    },
    text: () => {
      const [first, ...more] = chunks;
      return (more.length === 0 ? first : Buffer.concat(chunks))?.toString("utf8") ?? "";
    },
  };
}

function deliverAll(text: string, deliver: ReadingOptions["deliver"]): void {
  const value = parseJson(text);
  for (const each of isJsonArray(value) ? value : [value]) {
    const message = toMessage(each);
    if (message === undefined) throw new UpstreamError({ kind: "garbled" });
    deliver(message);
  }
}

function readEvents({ close }: Head, options: ReadingOptions): Reading {
  const { maxBytes, deliver, isAnswered, lingering } = options;
  const response = { destroy: close };
  let end: StreamEnd = { lastEventId: undefined, retryMs: undefined };
  const events = createEvents(maxBytes, ({ data, id, retryMs }) => {
    end = { lastEventId: id ?? end.lastEventId, retryMs: retryMs ?? end.retryMs };
    const message = data === "" || isAnswered() ? undefined : parseMessage(data);
    if (message !== undefined) deliver(message);
  });
  return {
    take: (chunk) => {
      // Data after the answer is read only so that the connection can be reused.
      if (isAnswered()) return;
      if (!events.push(chunk)) throw new UpstreamError({ kind: "garbled" });
      if (isAnswered()) lingering.watch(response);
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
  readonly id?: string;
  readonly retryMs?: number;
}

/** Parses events. Each may have up to `maxBytes`; the stream may last forever. */
export function createEvents(maxBytes: number, onEvent: (event: ServerEvent) => void): Lines {
  let fields = new Map<string, string>();
  let bytes = 0;

  const finish = (): void => {
    const retry = fields.get("retry") ?? "";
    const id = fields.get("id");
    const forUs = (fields.get("event") ?? "message") === "message";
    if (fields.size > 0) {
      onEvent({
        data: forUs ? (fields.get("data") ?? "") : "",
        ...(id !== undefined && { id }),
        ...(/^\d{1,7}$/.test(retry) && { retryMs: Number(retry) }),
      });
    }
    fields = new Map();
    bytes = 0;
  };
  const lines = createLines(maxBytes, (raw) => {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    bytes += line.length;
    if (line === "") finish();
    else takeField(fields, line);
  });
  return { push: (chunk) => lines.push(chunk) && bytes <= maxBytes };
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

export interface Closable {
  readonly destroy: () => unknown;
}

/** Responses that have answered but stay open. */
export interface Lingering extends Disposable {
  readonly watch: (response: Closable) => void;
  readonly forget: (response: Closable) => void;
}

/**
 * Closes responses that are still open about `ms` after they answered. Not at once: most end by
 * themselves right away, and then their connection can be reused.
 */
export function createLingering(clock: Clock, ms: number): Lingering {
  const since = new Map<Closable, number>();
  const stopping = new AbortController();
  let isSweeping = false;

  const sweep = async (): Promise<void> => {
    isSweeping = true;
    // One timer for all: a timer per answer would cost every answer.
    while (since.size > 0) {
      await clock.sleep(ms, stopping.signal);
      endBefore(clock.monotonic() - ms);
    }
    isSweeping = false;
  };
  const endBefore = (hour: number): void => {
    for (const [response, at] of since) {
      if (at > hour) continue;
      since.delete(response);
      response.destroy();
    }
  };

  return {
    watch: (response) => {
      since.set(response, clock.monotonic());
      if (!isSweeping) sweep().catch(() => undefined);
    },
    forget: (response) => {
      since.delete(response);
    },
    [Symbol.dispose]: () => {
      stopping.abort();
      endBefore(Number.POSITIVE_INFINITY);
    },
  };
}
