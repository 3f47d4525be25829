import {
  type Transport as ClientTransport,
  type FetchLike,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import {
  createFetchBy,
  type Dispatcher,
  type RequestInit as UndiciInit,
  type Response as UndiciResponse,
} from "../../boundary/egress/connector.ts";
import { UpstreamError } from "../upstream.ts";
import type { Session } from "./post.ts";
import { maxResponseBytes } from "./response-reading.ts";

/** One of the SDK's two HTTP transports, with its differences. */
export interface SdkTransport {
  readonly transport: ClientTransport;
  /** How a request is sent and answered. Absent if answers come on a separate stream. */
  readonly direct?: {
    readonly session: () => Session;
    /** Requests the events after the given one. */
    readonly resume: (lastEventId: string) => Promise<void>;
  };
  /** Returns whether this error ends the connection, although the SDK would go on. */
  readonly endsWith: (error: Error) => boolean;
  /** Ends the session on the server, if there is one. */
  readonly endSession: () => Promise<void>;
}

export function createStreamable(url: URL, fetch: FetchLike): SdkTransport {
  const transport = new StreamableHTTPClientTransport(url, {
    fetch,
    onInsufficientScope: "throw",
  });
  return {
    transport,
    direct: {
      session: () => ({ id: transport.sessionId, protocolVersion: transport.protocolVersion }),
      resume: (lastEventId) => transport.resumeStream(lastEventId),
    },
    endsWith: () => false,
    endSession: () => transport.terminateSession(),
  };
}

export function createSse(url: URL, fetch: FetchLike): SdkTransport {
  // oxlint-disable-next-line typescript/no-deprecated -- servers that speak nothing else are still around
  const transport = new SSEClientTransport(url, { fetch });
  return {
    transport,
    // The stream is the session: after a reconnect the server would not know us.
    endsWith: (error) => error instanceof SseError,
    endSession: async () => undefined,
  };
}

interface FetchDeps extends Pick<Runtime, "clock"> {
  readonly dispatcher: Dispatcher;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Time limit for the start of a response. A listen-only stream has none. */
const beginMs = 60_000;

const bodiless = new Set([204, 205, 304]);

/** Creates the `fetch` of the SDK's transports: redirects are refused and bodies are bounded. */
export function createFetch({ dispatcher, clock, headers: added }: FetchDeps): FetchLike {
  const fetch = createFetchBy(dispatcher);

  const begin = (url: string | URL, init: UndiciInit, signal: AbortSignal | undefined) => {
    if (init.method !== "POST") return fetch(url, { ...init, ...(signal && { signal }) });
    const limit = { clock, ms: beginMs, ...(signal && { signal }) };
    return withTimeout(limit, (each) => fetch(url, { ...init, signal: each }));
  };

  return async (url, init = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(added)) headers.set(name, value);

    // The SDK's transports set nothing else in a request.
    const { method = "GET", body, signal } = init;
    const content = { method, ...(typeof body === "string" && { body }) };
    const sent: UndiciInit = { ...content, headers: [...headers], redirect: "manual" };
    const response = await begin(url, sent, signal ?? undefined);
    if (Math.floor(response.status / 100) === 3) {
      await response.body?.cancel();
      throw new UpstreamError({ kind: "http", status: response.status });
    }
    return capped(response);
  };
}

function capped(response: UndiciResponse): Response {
  const { status, statusText, headers } = response;
  const type = headers.get("content-type") ?? "";
  const cap = capBody(maxResponseBytes, type.startsWith("text/event-stream"));
  const body = bodiless.has(status) ? null : response.body;
  return new Response(body?.pipeThrough(cap) ?? null, {
    status,
    statusText,
    headers: [...headers],
  });
}

const newline = 10;
const carriageReturn = 13;

/**
 * Passes a body through up to `maxBytes`, then fails. In an event stream the limit applies per
 * event, because such a stream may live for days.
 */
export function capBody(
  maxBytes: number,
  perEvent: boolean,
): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      seen += chunk.length;
      if (seen > maxBytes) {
        controller.error(new UpstreamError({ kind: "garbled" }));
        return;
      }
      if (perEvent) seen = bytesAfterLastEvent(chunk) ?? seen;
      controller.enqueue(chunk);
    },
  });
}

/**
 * Finds the end of the last event, an empty line. One split over two chunks is missed, which only
 * makes the limit stricter.
 */
function bytesAfterLastEvent(chunk: Uint8Array): number | undefined {
  for (let at = chunk.lastIndexOf(newline); at > 0; at = chunk.lastIndexOf(newline, at - 1)) {
    const before = chunk[at - 1] === carriageReturn ? at - 2 : at - 1;
    if (chunk[before] === newline) return chunk.length - 1 - at;
  }
  return undefined;
}
