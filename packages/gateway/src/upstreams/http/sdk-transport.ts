import { AsyncLocalStorage } from "node:async_hooks";
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
import { knownIn } from "../to-upstream-error.ts";
import { UpstreamError } from "../upstream.ts";
import type { Authorizer, Verdict } from "./authorize.ts";
import { capBody, capEvents, type Refuse } from "./cap-body.ts";
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
  /** Returns why the transport could not start, if the SDK does not say. Default: it says. */
  readonly startFailure?: () => UpstreamError | undefined;
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
  let failure: UpstreamError | undefined;
  const noting: FetchLike = async (...request) => {
    try {
      return await fetch(...request);
    } catch (error) {
      failure = knownIn(error);
      throw error;
    }
  };
  // oxlint-disable-next-line typescript/no-deprecated -- servers that speak nothing else are still around
  const transport = new SSEClientTransport(url, { fetch: noting });
  return {
    transport,
    // The SDK keeps only the text of a failed request, so a missing credential would be lost.
    startFailure: () => failure,
    // The stream is the session: after a reconnect the server would not know us.
    endsWith: (error) => error instanceof SseError,
    endSession: async () => undefined,
  };
}

/** The signal of a request, for which the SDK's `send` has no parameter. */
const leaving = new AsyncLocalStorage<AbortSignal>();

/**
 * Sends until the caller leaves. Without it, the body would wait for a server that does not read it
 * long after the deadline.
 */
export function sendUntil(signal: AbortSignal, send: () => Promise<void>): Promise<void> {
  return leaving.run(signal, send);
}

interface FetchDeps extends Pick<Runtime, "clock"> {
  readonly dispatcher: Dispatcher;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Replaces these headers by ones with a credential. Default: none is needed. */
  readonly authorizer?: Authorizer | undefined;
  readonly refuse: Refuse;
}

/** Time limit for the start of a response. A listen-only stream has none. */
const beginMs = 60_000;

const bodiless = new Set([204, 205, 304]);

/** Creates the `fetch` of the SDK's transports: redirects are refused and bodies are bounded. */
export function createFetch(deps: FetchDeps): FetchLike {
  const { dispatcher, clock, headers: added, authorizer, refuse } = deps;
  const fetch = createFetchBy(dispatcher);

  const begin = (url: string | URL, init: UndiciInit, signal: AbortSignal | undefined) => {
    if (init.method !== "POST") return fetch(url, { ...init, ...(signal && { signal }) });
    const limit = { clock, ms: beginMs, ...(signal && { signal }) };
    return withTimeout(limit, (each) => fetch(url, { ...init, signal: each }));
  };

  type Attempt = (headers: Readonly<Record<string, string>>) => Promise<UndiciResponse>;
  const send = (attempt: Attempt, signal = never): Promise<UndiciResponse> =>
    authorizer === undefined ? attempt(added) : authorizer.send(attempt, verdictOf, signal);

  return async (url, init = {}) => {
    // The SDK's transports set nothing else in a request.
    const { method = "GET", body } = init;
    const content = { method, ...(typeof body === "string" && { body }) };
    const signal = anyOf(init.signal ?? undefined, leaving.getStore());
    const attempt: Attempt = async (given) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(given)) headers.set(name, value);
      const sent: UndiciInit = { ...content, headers: [...headers], redirect: "manual" };
      const response = await begin(url, sent, signal);
      // Only the head of a denial counts. An unread body would keep its connection.
      if (authorizer && isDenial(response)) await response.body?.cancel();
      return response;
    };
    const response = await send(attempt, signal);
    if (Math.floor(response.status / 100) === 3) {
      await response.body?.cancel();
      throw new UpstreamError({ kind: "http", status: response.status });
    }
    return capped(response, refuse);
  };
}

const never = new AbortController().signal;

function isDenial({ status, headers }: UndiciResponse): boolean {
  return status === 401 || (status === 403 && headers.has("www-authenticate"));
}

function verdictOf(outcome: PromiseSettledResult<UndiciResponse>): Verdict {
  if (outcome.status === "rejected") return {};
  const { status, headers } = outcome.value;
  return { status, challenge: headers.get("www-authenticate") ?? undefined };
}

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const [first, ...more] = signals.filter((signal) => signal !== undefined);
  return first === undefined || more.length === 0 ? first : AbortSignal.any([first, ...more]);
}

function capped(response: UndiciResponse, refuse: Refuse): Response {
  const { status, statusText, headers } = response;
  const type = headers.get("content-type") ?? "";
  const cap = type.startsWith("text/event-stream")
    ? capEvents(maxResponseBytes, refuse)
    : capBody(maxResponseBytes);
  const body = bodiless.has(status) ? null : response.body;
  return new Response(body?.pipeThrough(cap) ?? null, {
    status,
    statusText,
    headers: [...headers],
  });
}
