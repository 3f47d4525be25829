import type { Dispatcher } from "undici";
import type { Clock } from "../kernel/clock.ts";
import { classify } from "./classify.ts";
import { openHeaders } from "./credential.ts";
import type { EgressAnswer, EgressOptions, EgressRequest } from "./egress.ts";
import { EgressFailure } from "./egress-failure.ts";
import type { Route } from "./gateway-route.ts";
import { followLink } from "./links.ts";
import { type Dispatch, onlyReads, type Prepare } from "./prepare.ts";
import { readBody } from "./read-body.ts";
import type { AnswerHeaders } from "./retry-after.ts";
import { transportFailure } from "./transport-failure.ts";

export interface ExchangeDependencies {
  readonly options: EgressOptions;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly prepare: Prepare;
  readonly route?: Route;
}

export type Exchange = (
  request: EgressRequest,
  signal: AbortSignal,
) => Promise<Omit<EgressAnswer, "attempts">>;

const mostRedirects = 3;
const mostErrorBytes = 64 * 1024;
const bodiless = new Set([204, 205, 304]);

/** Sends a request once, and after it wherever its redirects may lead. */
export function createExchange(dependencies: ExchangeDependencies): Exchange {
  const { options, prepare } = dependencies;

  return async (request, signal) => {
    let url = request.url;
    for (let step = 0; step <= mostRedirects; step += 1) {
      const dispatch = prepare(request, url);
      const response = await send(dependencies.dispatcher, dispatch, signal);
      if (!isRedirect(response.statusCode)) {
        return answerOf(response, { ...dependencies, request, dispatch });
      }
      await response.body.dump({ limit: mostErrorBytes });
      const location = headersOf(response)["location"];
      const next =
        options.redirects === "same-origin" && onlyReads(request.method)
          ? followLink(location ?? "", dispatch.target, dependencies.route)
          : undefined;
      if (next === undefined) throw redirectRefused(response.statusCode);
      url = next;
    }
    throw new EgressFailure("redirect-refused");
  };
}

function redirectRefused(status: number): EgressFailure {
  return new EgressFailure("redirect-refused", { status });
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

async function send(
  dispatcher: Dispatcher,
  { sentTo, method, headers, sealed, body }: Dispatch,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  try {
    return await dispatcher.request({
      origin: sentTo.origin,
      path: `${sentTo.pathname}${sentTo.search}`,
      method,
      headers: openHeaders(headers, sealed),
      signal,
      ...(body !== undefined && { body }),
    });
  } catch (error) {
    throw transportFailure(error, "cut-short");
  }
}

interface Answering extends ExchangeDependencies {
  readonly request: EgressRequest;
  readonly dispatch: Dispatch;
}

async function answerOf(
  response: Dispatcher.ResponseData,
  { options, clock, request, dispatch }: Answering,
): Promise<Omit<EgressAnswer, "attempts">> {
  const { statusCode: status } = response;
  const headers = headersOf(response);
  const encoding = headers["content-encoding"];
  if (status >= 400) {
    const packed = { body: response.body, encoding, maxBytes: mostErrorBytes };
    // The status is known; what cannot be read beside it only makes the failure less exact.
    const body = await readBody(packed).catch(() => new Uint8Array());
    throw classify({ status, headers, body }, clock.now());
  }
  const isEmpty = dispatch.method === "HEAD" || bodiless.has(status);
  const { maxResponseBytes: maxBytes } = options.limits;
  const fault = isEmpty ? undefined : faultOf(headers, maxBytes, request.mediaTypes);
  if (fault !== undefined) {
    response.body.on("error", () => undefined).destroy();
    throw fault;
  }
  return {
    status,
    headers,
    body: await readBody({
      body: response.body,
      encoding: isEmpty ? undefined : encoding,
      maxBytes,
    }),
    url: dispatch.target.url.href,
    isPartial: status === 206 || status === 207,
  };
}

/** What the head of an answer already tells, before any of its body is taken. */
function faultOf(
  headers: AnswerHeaders,
  maxBytes: number,
  mediaTypes: readonly string[] | undefined,
): EgressFailure | undefined {
  if (Number(headers["content-length"] ?? 0) > maxBytes) {
    return new EgressFailure("response-too-large");
  }
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  return mediaTypes === undefined || mediaTypes.includes(type)
    ? undefined
    : new EgressFailure("unexpected-content");
}

/** One value for each name. Cookies are not kept, so they are not handed on. */
function headersOf({ headers }: Dispatcher.ResponseData): AnswerHeaders {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined || name === "set-cookie") return [];
      return [[name, typeof value === "string" ? value : value.join(", ")]];
    }),
  );
}
