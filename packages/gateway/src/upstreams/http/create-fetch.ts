import type { FetchLike } from "@modelcontextprotocol/client";
import {
  type Dispatcher,
  fetch,
  type RequestInit as UndiciInit,
  type Response as UndiciResponse,
} from "undici";
import { UpstreamError } from "../upstream.ts";
import { capBody } from "./cap-body.ts";

export interface FetchDependencies {
  readonly dispatcher: Dispatcher;
  readonly maxBytes: number;
  /** Goes with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

const bodiless = new Set([204, 205, 304]);

/** What the SDK's transports reach the server by: redirects are refused and bodies are bounded. */
export function createFetch(dependencies: FetchDependencies): FetchLike {
  const { dispatcher, maxBytes } = dependencies;

  return async (url, init = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(dependencies.headers)) headers.set(name, value);

    const response = await fetch(url, {
      ...contentOf(init),
      headers: [...headers],
      redirect: "manual",
      dispatcher,
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new UpstreamError({ kind: "http", status: response.status });
    }
    return capped(response, maxBytes);
  };
}

/** All that the SDK's transports put into a request, besides headers. */
function contentOf({ method = "GET", body, signal }: RequestInit): UndiciInit {
  return {
    method,
    ...(typeof body === "string" && { body }),
    ...(signal && { signal }),
  };
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
