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
export function post(request: JSONRPCRequest, posting: Posting, ending: PostEnding): void {
  const { dispatcher, origin, path, headers } = posting;
  const body = JSON.stringify(request);
  const handler = new ResponseHandler(posting, ending);
  dispatcher.dispatch({ origin, path, method: "POST", headers, body }, handler);
}

/** Takes the end of a response. One of the two is called, once. */
export interface PostEnding {
  readonly resolve: (end: StreamEnd | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads one response. An exception while reading aborts the request and becomes its error. */
class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly #posting: Posting;
  readonly #ending: PostEnding;
  #reading: Reading | undefined;

  constructor(posting: Posting, ending: PostEnding) {
    this.#posting = posting;
    this.#ending = ending;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal, cancelHandle } = this.#posting;
    const abort = (): void => controller.abort(asError(signal.reason));
    if (signal.aborted) abort();
    else cancelHandle.abort = abort;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Informational responses concern only the connection.
    if (status < 200) return;
    const { reached } = this.#posting;
    reached.status = status;
    reached.retryAfter = headerIn(headers, "retry-after");
    reached.challenge = headerIn(headers, "www-authenticate");
    this.#reading = readingOf({ status, headers, controller }, this.#posting);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#reading?.take(chunk);
  }

  onResponseEnd(): void {
    this.#settle(() => this.#reading?.end());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle(() => {
      if (this.#reading?.brokeOff === undefined) throw error;
      return this.#reading.brokeOff(error);
    });
  }

  #settle(end: () => StreamEnd | undefined): void {
    this.#posting.cancelHandle.abort = undefined;
    let found: StreamEnd | undefined;
    try {
      found = end();
    } catch (error) {
      this.#ending.reject(error);
      return;
    }
    this.#ending.resolve(found);
  }
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
