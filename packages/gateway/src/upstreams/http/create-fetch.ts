import type { FetchLike } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import {
  createFetchBy,
  type Dispatcher,
  type RequestInit as UndiciInit,
  type Response as UndiciResponse,
} from "../../boundary/egress/origin-agent.ts";
import { UpstreamError } from "../upstream.ts";
import { capBody } from "./cap-body.ts";

export interface FetchDependencies {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly maxBytes: number;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Time limit for the start of a response. A listen-only stream has none. */
const beginMs = 60_000;

const bodiless = new Set([204, 205, 304]);

/** Creates the `fetch` of the SDK's transports: redirects are refused and bodies are bounded. */
export function createFetch(dependencies: FetchDependencies): FetchLike {
  const { clock, maxBytes } = dependencies;
  const fetch = createFetchBy(dependencies.dispatcher);

  const begin = (url: string | URL, init: UndiciInit, signal: AbortSignal | undefined) => {
    if (init.method !== "POST") return fetch(url, { ...init, ...(signal && { signal }) });
    const limit = { clock, ms: beginMs, ...(signal && { signal }) };
    return withTimeout(limit, (each) => fetch(url, { ...init, signal: each }));
  };

  return async (url, init = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(dependencies.headers)) headers.set(name, value);

    const sent: UndiciInit = {
      ...contentOf(init),
      headers: [...headers],
      redirect: "manual",
    };
    const response = await begin(url, sent, init.signal ?? undefined);
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new UpstreamError({ kind: "http", status: response.status });
    }
    return capped(response, maxBytes);
  };
}

/** Returns the parts that the SDK's transports set in a request, besides headers. */
function contentOf({ method = "GET", body }: RequestInit): UndiciInit {
  return { method, ...(typeof body === "string" && { body }) };
}

function capped(response: UndiciResponse, maxBytes: number): Response {
  const { status, statusText, headers } = response;
  const type = headers.get("content-type") ?? "";
  const cap = capBody(maxBytes, type.startsWith("text/event-stream"));
  const body = bodiless.has(status) ? null : response.body;
  return new Response(body?.pipeThrough(cap) ?? null, {
    status,
    statusText,
    headers: [...headers],
  });
}
