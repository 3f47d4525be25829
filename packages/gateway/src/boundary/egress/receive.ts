import type { Dispatcher } from "undici";
import { openHeaders } from "./credential.ts";
import { EgressFailure } from "./egress-failure.ts";
import type { Dispatch } from "./prepare.ts";
import type { AnswerHeaders } from "./retry-after.ts";
import { transportFailure } from "./transport-failure.ts";

/** What is known of an answer before its body. */
export interface Head {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** An answer as it came, not yet unpacked. */
export interface Received extends Head {
  readonly body: Buffer;
}

export interface ReceiveOptions {
  readonly signal: AbortSignal;
  /** How much of the body is taken. `rest` says what becomes of an answer that has more. Throws to take none. */
  readonly take: (head: Head) => { readonly maxBytes: number; readonly rest: "fails" | "is-left" };
}

/**
 * Sends a request and takes in its answer, with a handler rather than with a stream, which would cost
 * as much again. What is thrown here aborts the request and comes back as its error.
 */
export function receive(
  dispatcher: Dispatcher,
  { sentTo, method, headers, sealed, body }: Dispatch,
  options: ReceiveOptions,
): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const handler = createHandler(options, { resolve, reject });
  dispatcher.dispatch(
    {
      origin: sentTo.origin,
      path: `${sentTo.pathname}${sentTo.search}`,
      method,
      // Secrets are opened here, as late as can be.
      headers: { ...openHeaders(headers, sealed) },
      ...(body !== undefined && { body }),
    },
    handler,
  );
  return promise;
}

interface Ending {
  readonly resolve: (received: Received) => void;
  readonly reject: (error: unknown) => void;
}

function createHandler(options: ReceiveOptions, ending: Ending): Dispatcher.DispatchHandler {
  const { signal } = options;
  let taking: Taking | undefined;
  let abort: (() => void) | undefined;
  const settled = (): void => {
    if (abort !== undefined) signal.removeEventListener("abort", abort);
  };

  return {
    onRequestStart: (controller) => {
      abort = () => controller.abort(asError(signal.reason));
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort, { once: true });
    },
    onResponseStart: (_controller, status, headers) => {
      // What comes before the answer is about the connection.
      if (status < 200) return;
      const head = { status, headers: plain(headers) };
      taking = createTaking(head, options.take(head));
    },
    onResponseData: (controller, chunk) => {
      if (taking?.add(chunk) !== "enough") return;
      settled();
      ending.resolve(taking.received());
      controller.abort(new Error("The rest is left."));
    },
    onResponseEnd: () => {
      settled();
      if (taking === undefined) ending.reject(new EgressFailure("cut-short"));
      else ending.resolve(taking.received());
    },
    onResponseError: (_controller, error) => {
      settled();
      // Who leaves gets back the reason; anything else is about the target.
      if (signal.aborted) ending.reject(signal.reason);
      // The status is known; what cannot be read beside it only makes a failure less exact.
      else if (taking?.isEnough === true) ending.resolve(taking.received());
      else ending.reject(transportFailure(error, "cut-short"));
    },
  };
}

interface Taking {
  readonly add: (chunk: Buffer) => "more" | "enough";
  /** Whether what is there will do, should no more come. */
  readonly isEnough: boolean;
  readonly received: () => Received;
}

function createTaking(head: Head, { maxBytes, rest }: ReturnType<ReceiveOptions["take"]>): Taking {
  const chunks: Buffer[] = [];
  let seen = 0;
  const isEnough = rest === "is-left";
  return {
    isEnough,
    add: (chunk) => {
      seen += chunk.length;
      if (seen <= maxBytes) chunks.push(chunk);
      else if (!isEnough) throw new EgressFailure("response-too-large");
      return seen > maxBytes ? "enough" : "more";
    },
    received: () => {
      const [first = Buffer.of()] = chunks;
      return { ...head, body: chunks.length < 2 ? first : Buffer.concat(chunks) };
    },
  };
}

/** One value for each name. Cookies are not kept, so they are not handed on. */
function plain(headers: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders {
  const all: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined || name === "set-cookie" || name === "__proto__") continue;
    all[name] = typeof value === "string" ? value : value.join(", ");
  }
  return all;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("The request was given up.");
}
