import type { FetchLike } from "@modelcontextprotocol/client";
import {
  type Dispatcher,
  fetch,
  type RequestInit as UndiciInit,
  type Response as UndiciResponse,
} from "undici";
import { UpstreamError } from "../upstream.ts";
import { capBody } from "./cap-body.ts";
import { type Ticket, ticketHeader } from "./ticket.ts";

export interface FetchDependencies {
  readonly dispatcher: Dispatcher;
  readonly maxBytes: number;
  readonly tickets: ReadonlyMap<string, Ticket>;
  /** Goes with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

const bodiless = new Set([204, 205, 304]);

/** Reaches one server: redirects are refused, bodies are bounded, and the ticket is filled in. */
export function createFetch(dependencies: FetchDependencies): FetchLike {
  const { dispatcher, maxBytes, tickets } = dependencies;

  return async (url, init = {}) => {
    const headers = new Headers(init.headers);
    const ticket = tickets.get(headers.get(ticketHeader) ?? "") ?? {};
    headers.delete(ticketHeader);
    for (const [name, value] of Object.entries(dependencies.headers)) headers.set(name, value);

    const response = await fetch(url, {
      ...contentOf(init),
      headers: [...headers],
      // A redirect would carry our request, and what authorizes it, to a place nobody configured.
      redirect: "manual",
      dispatcher,
    });
    fillIn(ticket, response);
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new UpstreamError({ kind: "http", status: response.status });
    }
    return capped(response, ticket, maxBytes);
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

function fillIn(ticket: Ticket, { status, ok, headers }: UndiciResponse): void {
  const retryAfter = headers.get("retry-after");
  const type = headers.get("content-type") ?? "";
  Object.assign(ticket, {
    status,
    streaming: ok && type.startsWith("text/event-stream"),
    ...(retryAfter !== null && { retryAfter }),
  } satisfies Ticket);
}

function capped(response: UndiciResponse, ticket: Ticket, maxBytes: number): Response {
  const { status, statusText, headers } = response;
  const cap = capBody(maxBytes, ticket.streaming === true, () => {
    ticket.oversized = true;
  });
  const body = bodiless.has(status) ? null : response.body;
  return new Response(body?.pipeThrough(cap) ?? null, {
    status,
    statusText,
    headers: [...headers],
  });
}
