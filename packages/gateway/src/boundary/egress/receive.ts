import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
import type { Dispatcher } from "undici";
import { EgressFailure, transportFailure } from "./egress-failure.ts";
import type { Dispatch } from "./prepare.ts";
import { openHeaders } from "./request-headers.ts";
import type { AnswerHeaders } from "./retry-after.ts";

/** The part of an answer before its body. */
export interface Head {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** An answer as received, still compressed. */
export interface Received extends Head {
  readonly body: Buffer;
}

export interface ReceiveOptions {
  readonly signal: AbortSignal;
  /** Limits the body of a success. */
  readonly maxBytes: number;
}

/** Limits the body of failures and redirects, which is only inspected. */
export const maxErrorBytes = 64 * 1024;
const bodiless = new Set([204, 205, 304]);

export function isEmpty(method: string, status: number): boolean {
  return method === "HEAD" || bodiless.has(status);
}

/**
 * Sends a request and collects its answer. Uses a handler because a stream would double the cost.
 * An error thrown here aborts the request and becomes its error.
 */
export function receive(
  dispatcher: Dispatcher,
  { sentTo, method, headers, sealed, body }: Dispatch,
  options: ReceiveOptions,
): Promise<Received> {
  const ending = Promise.withResolvers<Received>();
  const handler = createHandler(method, options, ending);
  dispatcher.dispatch(
    {
      origin: sentTo.origin,
      path: `${sentTo.pathname}${sentTo.search}`,
      method,
      // Opens secrets as late as possible.
      headers: { ...openHeaders(headers, sealed) },
      ...(body !== undefined && { body }),
    },
    handler,
  );
  return ending.promise;
}

function createHandler(
  method: string,
  { signal, maxBytes }: ReceiveOptions,
  ending: PromiseWithResolvers<Received>,
): Dispatcher.DispatchHandler {
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
      // 1xx answers concern the connection.
      if (status < 200) return;
      const head = { status, headers: plain(headers) };
      const length = isEmpty(method, status) ? 0 : Number(head.headers["content-length"] ?? 0);
      if (status < 300 && length > maxBytes) throw new EgressFailure("response-too-large");
      taking = new Taking(head, maxBytes);
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
      // A caller that aborts gets its own reason back. Any other error concerns the target.
      if (signal.aborted) ending.reject(signal.reason);
      // The status is known. An unreadable body only makes the failure less precise.
      else if (taking?.isEnough === true) ending.resolve(taking.received());
      else ending.reject(transportFailure(error, "cut-short"));
    },
  };
}

/** The body of an answer so far. */
class Taking {
  readonly #head: Head;
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #seen = 0;
  /** Whether the data so far suffices if no more arrives. */
  readonly isEnough: boolean;

  constructor(head: Head, maxBytes: number) {
    this.#head = head;
    this.isEnough = head.status >= 300;
    this.#maxBytes = this.isEnough ? maxErrorBytes : maxBytes;
  }

  add(chunk: Buffer): "more" | "enough" {
    this.#seen += chunk.length;
    if (this.#seen <= this.#maxBytes) this.#chunks.push(chunk);
    else if (!this.isEnough) throw new EgressFailure("response-too-large");
    return this.#seen > this.#maxBytes ? "enough" : "more";
  }

  received(): Received {
    const [first = Buffer.of()] = this.#chunks;
    const body = this.#chunks.length < 2 ? first : Buffer.concat(this.#chunks);
    return { ...this.#head, body };
  }
}

/** Joins headers to one value per name. Drops cookies, which are never kept. */
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

type Unpack = (
  packed: Buffer,
  options: { readonly maxOutputLength: number },
) => Promise<Buffer<ArrayBuffer>>;

/** Supported encodings, including ones we do not ask for. */
const ways: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** Sent with every request as `accept-encoding`. */
export const acceptedEncodings = "gzip, br, deflate";

/** Decompresses a body up to `maxBytes`: guards against decompression bombs. */
export async function unpack(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const name = encoding?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return body;
  // Refuses unknown and double encodings. Double compression has no use except in decompression
  // bombs.
  const way = Object.hasOwn(ways, name) ? ways[name] : undefined;
  if (way === undefined) throw new EgressFailure("garbled");
  try {
    return await way(body, { maxOutputLength: maxBytes });
  } catch (error) {
    throw transportFailure(error, "garbled");
  }
}
