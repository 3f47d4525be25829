import type { JSONRPCRequest } from "@modelcontextprotocol/client";
import type { Dispatcher } from "../../boundary/egress/origin-agent.ts";
import type { Leaving } from "../wire.ts";
import {
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
  readonly leaving: Leaving;
  /** Told as soon as there is a status, which makes all the difference to what a failure means. */
  readonly onStatus: (status: number, retryAfter: string | undefined) => void;
}

/**
 * Sends one request and delivers every message of the response. We do this ourselves because the
 * SDK's way through `fetch` costs several times as much as the call, and with a handler rather than
 * with a stream, which costs a tenth of it. Redirects are not followed: one would carry our request,
 * and what authorizes it, to a place nobody configured.
 */
export function post(request: JSONRPCRequest, posting: Posting): Promise<StreamEnd | undefined> {
  const { dispatcher, origin, path, headers } = posting;
  const { promise, resolve, reject } = Promise.withResolvers<StreamEnd | undefined>();
  const body = JSON.stringify(request);
  const handler = createHandler(posting, { resolve, reject });
  dispatcher.dispatch({ origin, path, method: "POST", headers, body }, handler);
  return promise;
}

interface Ending {
  readonly resolve: (end: StreamEnd | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** What is thrown while a response is read aborts the request, and comes back as its error. */
function createHandler(posting: Posting, ending: Ending): Dispatcher.DispatchHandler {
  const { signal, leaving } = posting;
  let reading: Reading | undefined;
  const settle = (finish: () => void): void => {
    leaving.giveUp = undefined;
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
      else leaving.giveUp = abort;
    },
    onResponseStart: (controller, status, headers) => {
      // What comes before the response is about the connection.
      if (status < 200) return;
      posting.onStatus(status, headerIn(headers, "retry-after"));
      const close = (): void => controller.abort(new Error("The response went on for too long."));
      reading = readingOf({ status, headerOf: (name) => headerIn(headers, name), close }, posting);
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

function headerIn(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("The request was given up.");
}
