import type { JSONRPCRequest } from "@modelcontextprotocol/client";
import type { Dispatcher } from "../../boundary/egress/connector.ts";
import type { Era } from "../../protocol/era.ts";
import type { CancelHandle } from "../connection.ts";
import { encodeHeader } from "../param-headers.ts";
import type { Reached } from "./http-fault.ts";
import {
  headerIn,
  type Reading,
  type ReadingOptions,
  readingOf,
  type StreamEnd,
} from "./response-reading.ts";

export interface Posting extends ReadingOptions {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly cancelHandle: CancelHandle;
  /** Filled as soon as there is a status, which decides what a later failure means. */
  readonly reached: Reached;
}

/**
 * Sends one request and delivers every message of the response.
 *
 * Bypasses the SDK's `fetch`, which costs several times as much as the call. A handler instead of a
 * stream saves another tenth.
 *
 * Redirects are not followed: one would carry our request and its credentials to an unconfigured
 * address.
 */
export function post(request: JSONRPCRequest, posting: Posting): Promise<StreamEnd | undefined> {
  const { dispatcher, origin, path, headers } = posting;
  const ending = Promise.withResolvers<StreamEnd | undefined>();
  const body = JSON.stringify(request);
  const handler = createHandler(posting, ending);
  dispatcher.dispatch({ origin, path, method: "POST", headers, body }, handler);
  return ending.promise;
}

/**
 * Creates the response handler. An exception while reading aborts the request and becomes its
 * error.
 */
function createHandler(
  posting: Posting,
  ending: PromiseWithResolvers<StreamEnd | undefined>,
): Dispatcher.DispatchHandler {
  const { signal, cancelHandle, reached } = posting;
  let reading: Reading | undefined;
  const settle = (finish: () => void): void => {
    cancelHandle.abort = undefined;
    try {
      finish();
    } catch (error) {
      ending.reject(error);
    }
  };

  return {
    onRequestStart: (controller) => {
      const abort = (): void => controller.abort(asError(signal.reason));
      if (signal.aborted) abort();
      else cancelHandle.abort = abort;
    },
    onResponseStart: (controller, status, headers) => {
      // Informational responses concern only the connection.
      if (status < 200) return;
      reached.status = status;
      reached.retryAfter = headerIn(headers, "retry-after");
      reached.challenge = headerIn(headers, "www-authenticate");
      reading = readingOf({ status, headers, controller }, posting);
    },
    onResponseData: (_controller, chunk) => reading?.take(chunk),
    onResponseEnd: () => settle(() => ending.resolve(reading?.end())),
    onResponseError: (_controller, error) =>
      settle(() => {
        if (reading?.brokeOff === undefined) throw error;
        ending.resolve(reading.brokeOff(error));
      }),
  };
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("The request was given up.");
}

export interface Session {
  readonly id: string | undefined;
  readonly protocolVersion: string | undefined;
}

/** Returns the protocol's headers of a request. They must agree with the body. */
export function requestHeaders(
  { method, params }: JSONRPCRequest,
  era: Era,
  { id, protocolVersion }: Session,
): Record<string, string> {
  const subject = era === "modern" ? subjectOf(method, params ?? {}) : undefined;
  // Set one by one: every call needs these, and spreading would copy each time.
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  if (protocolVersion !== undefined) headers["mcp-protocol-version"] = protocolVersion;
  if (id !== undefined) headers["mcp-session-id"] = id;
  if (era === "modern") headers["mcp-method"] = method;
  if (subject !== undefined) headers["mcp-name"] = encodeHeader(subject);
  return headers;
}

const subjects: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

function subjectOf(method: string, params: Readonly<Record<string, unknown>>): string | undefined {
  const key = Object.hasOwn(subjects, method) ? subjects[method] : undefined;
  const subject = key === undefined ? undefined : params[key];
  return typeof subject === "string" ? subject : undefined;
}
