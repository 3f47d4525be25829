import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/client";
import { isJsonArray, parseJson } from "@toolcourt/sdk";
import type { Dispatcher } from "undici";
import { readMessage, toMessage } from "../read-message.ts";
import { UpstreamError } from "../upstream.ts";
import { createEvents } from "./events.ts";
import type { Lingering } from "./lingering.ts";

export interface Posting {
  readonly dispatcher: Dispatcher;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly deliver: (message: JSONRPCMessage) => void;
  /** Whether a message that was delivered has answered the request. */
  readonly isAnswered: () => boolean;
  readonly lingering: Lingering;
  /** Told as soon as there is a status, which makes all the difference to what a failure means. */
  readonly onStatus: (status: number, retryAfter: string | undefined) => void;
}

/** How a stream of events ended that may be taken up again. */
export interface StreamEnd {
  readonly lastEventId: string | undefined;
  readonly retryMs: number | undefined;
}

/** The body of a response that refuses, for whoever can make sense of it. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly body: string;

  constructor(body: string) {
    super("The server refused the request.");
    this.body = body;
  }
}

/**
 * Sends one request and delivers every message of the response. We do this ourselves because the
 * SDK's way through `fetch` costs several times as much as the call. Redirects are not followed: one
 * would carry our request, and what authorizes it, to a place nobody configured.
 */
export async function post(
  request: JSONRPCRequest,
  posting: Posting,
): Promise<StreamEnd | undefined> {
  const { dispatcher, url, headers, signal } = posting;
  const response = await dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: "POST",
    headers,
    body: JSON.stringify(request),
    signal,
  });
  const { statusCode: status, body } = response;
  // Whoever reads the body learns of its end. Where nobody does, it must not end us.
  body.on("error", () => undefined);
  posting.onStatus(status, header(response, "retry-after"));
  if (status >= 400) throw new Refused(await readRefusal(response));

  const form = formOf(response);
  if (form === "events") return readEvents(body, posting);
  if (form === "json") {
    deliverAll(await readAll(response, posting.maxBytes), posting.deliver);
    return undefined;
  }
  body.destroy();
  throw new UpstreamError(status < 300 ? { kind: "garbled" } : { kind: "http", status });
}

const maxRefusalBytes = 64 * 1024;

/** We ask for no compression, so what comes compressed is not for us. */
function formOf(response: Dispatcher.ResponseData): "events" | "json" | undefined {
  if (response.statusCode >= 300 || response.headers["content-encoding"] !== undefined) {
    return undefined;
  }
  const type = header(response, "content-type") ?? "";
  if (type.startsWith("text/event-stream")) return "events";
  return type.startsWith("application/json") ? "json" : undefined;
}

function header({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** An error of the protocol is short. What is longer says nothing to us, and the status still counts. */
async function readRefusal(response: Dispatcher.ResponseData): Promise<string> {
  return readAll(response, maxRefusalBytes).catch((error: unknown) => {
    if (error instanceof UpstreamError) return "";
    throw error;
  });
}

async function readAll(response: Dispatcher.ResponseData, maxBytes: number): Promise<string> {
  // The HTTP parser holds the server to the length it announced.
  const announced = Number(header(response, "content-length"));
  if (announced <= maxBytes) return response.body.text();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(response.body)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new UpstreamError({ kind: "garbled" });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function chunksOf(body: Dispatcher.ResponseData["body"]): AsyncIterable<Buffer> {
  return body;
}

function deliverAll(text: string, deliver: Posting["deliver"]): void {
  const value = parseJson(text);
  for (const each of isJsonArray(value) ? value : [value]) {
    const message = toMessage(each);
    if (message === undefined) throw new UpstreamError({ kind: "garbled" });
    deliver(message);
  }
}

async function readEvents(
  body: Dispatcher.ResponseData["body"],
  { maxBytes, deliver, isAnswered, lingering }: Posting,
): Promise<StreamEnd> {
  let end: StreamEnd = { lastEventId: undefined, retryMs: undefined };
  const events = createEvents(maxBytes, ({ data, id, retryMs }) => {
    end = { lastEventId: id ?? end.lastEventId, retryMs: retryMs ?? end.retryMs };
    const message = data === "" || isAnswered() ? undefined : readMessage(data);
    if (message !== undefined) deliver(message);
  });
  try {
    for await (const chunk of chunksOf(body)) {
      // What comes after the answer is read only so that the connection can be used again.
      if (isAnswered()) continue;
      if (!events.push(chunk)) throw new UpstreamError({ kind: "garbled" });
      if (isAnswered()) lingering.watch(body);
    }
  } catch (error) {
    // A stream whose events are numbered can be taken up where it broke off.
    if (error instanceof UpstreamError || end.lastEventId === undefined) throw error;
  } finally {
    lingering.forget(body);
  }
  return end;
}
