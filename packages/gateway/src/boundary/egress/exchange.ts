import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Dispatcher } from "undici";
import { classify } from "./classify.ts";
import type { EgressAnswer, EgressOptions, EgressRequest } from "./egress.ts";
import { EgressFailure } from "./egress-failure.ts";
import { followLink, type Route } from "./gateway-route.ts";
import { type Dispatch, mayChange, onlyReads, type Prepare } from "./prepare.ts";
import { type Head, isEmpty, maxErrorBytes, type Received, receive, unpack } from "./receive.ts";

export interface ExchangeDeps extends Pick<Runtime, "clock"> {
  readonly options: EgressOptions;
  readonly dispatcher: Dispatcher;
  readonly prepare: Prepare;
  readonly route: Route | undefined;
}

/** A request and its initial dispatch. */
export interface Outgoing {
  readonly request: EgressRequest;
  readonly dispatch: Dispatch;
}

export type Exchange = (
  outgoing: Outgoing,
  signal: AbortSignal,
) => Promise<Omit<EgressAnswer, "attempts">>;

const maxRedirects = 3;

/** Sends a request once, then follows its permitted redirects. */
export function createExchange(deps: ExchangeDeps): Exchange {
  const { options, dispatcher, prepare, route } = deps;
  const { maxResponseBytes: maxBytes } = options.limits;
  const mayFollow = options.redirects === "same-origin";

  return async ({ request, dispatch: first }, signal) => {
    let dispatch = first;
    for (let step = 0; step <= maxRedirects; step += 1) {
      const received = await send(dispatcher, dispatch, { signal, maxBytes });
      if (!isRedirect(received)) return answerOf(received, { request, dispatch }, deps);
      const { status, headers } = received;
      const next =
        mayFollow && onlyReads(request.method) && !mayChange(request)
          ? followLink(headers["location"] ?? "", dispatch.target, route)
          : undefined;
      if (next === undefined) throw new EgressFailure("redirect-refused", { status });
      dispatch = prepare(request, next);
    }
    throw new EgressFailure("redirect-refused");
  };
}

/** Adds the gateway's own token, which may have been renewed since the request was prepared. */
function send(...[dispatcher, dispatch, options]: Parameters<typeof receive>): Promise<Received> {
  const { gatewayToken: token, sealed } = dispatch;
  if (token === undefined) return receive(dispatcher, dispatch, options);
  return token.current(options.signal).then((value) => {
    const proven = [...sealed, [token.header.toLowerCase(), value] as const];
    return receive(dispatcher, { ...dispatch, sealed: proven }, options);
  });
}

function isRedirect({ status }: Head): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

async function answerOf(
  received: Received,
  { request, dispatch }: Outgoing,
  { options, clock }: ExchangeDeps,
): Promise<Omit<EgressAnswer, "attempts">> {
  const { status, headers } = received;
  const encoding = isEmpty(dispatch.method, status) ? undefined : headers["content-encoding"];
  if (status >= 400) {
    const body = await unpack(received.body, encoding, maxErrorBytes).catch(() => Buffer.of());
    const hasGatewayToken = dispatch.gatewayToken !== undefined;
    const failed = { status, headers, body, hasGatewayToken };
    throw classify(failed, clock.now(), request.answers);
  }
  return {
    status,
    headers,
    body: await unpack(received.body, encoding, options.limits.maxResponseBytes),
    url: dispatch.target.url.href,
    isPartial: status === 206 || status === 207,
  };
}
