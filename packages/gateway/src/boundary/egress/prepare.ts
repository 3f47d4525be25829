import type { EgressOptions, EgressRequest } from "./egress.ts";
import { EgressFailure } from "./egress-failure.ts";
import { type EgressRules, type Method, methods, type Rule } from "./egress-rules.ts";
import type { GatewayToken, Route } from "./gateway-route.ts";
import { type ReadUrl, readUrl } from "./read-url.ts";
import { acceptedEncodings } from "./receive.ts";
import {
  callerHeaders,
  type Headers,
  isFor,
  isReserved,
  type SealedHeader,
} from "./request-headers.ts";

/** A request that passed every rule, and its destination. */
export interface Dispatch {
  readonly target: ReadUrl;
  /** The target's own URL, or its URL at the gateway. */
  readonly sentTo: URL;
  readonly method: Method;
  readonly headers: Headers;
  /** Secret headers, opened only when the headers are written. */
  readonly sealed: readonly SealedHeader[];
  /** Set if the gateway on the way wants a token of its own. */
  readonly gatewayToken?: GatewayToken | undefined;
  readonly body: Buffer | undefined;
}

export type Prepare = (request: EgressRequest, url: string) => Dispatch;

/** Checks a request against the rules, before anything is resolved, connected or sent. */
export function createPrepare(
  options: EgressOptions,
  rules: EgressRules,
  route: Route | undefined,
): Prepare {
  const { gateway, limits } = options;
  const { key, token } = (gateway.kind === "required" && gateway.through) || {};

  const gatewayKey: readonly SealedHeader[] =
    key === undefined ? [] : [[key.header.toLowerCase(), key.value]];

  const ofGateway = [key, token].flatMap((each) => each?.header.toLowerCase() ?? []);

  const place = (target: ReadUrl, rule: Rule): Placed => {
    if (gateway.kind === "none" || rule.route === "direct") {
      return { sentTo: target.url, sealed: [] };
    }
    const sentTo = route?.through(target);
    if (sentTo === undefined) throw new EgressFailure("gateway-missing");
    return { sentTo, sealed: gatewayKey, gatewayToken: token };
  };

  return (request, url) => {
    const target = readUrl(url);
    if (target.kind === "unreadable") throw new EgressFailure("url-refused");
    const rule = rules.ruleFor(target);
    if (rule === undefined) throw new EgressFailure("host-refused");
    const method = methodOf(request.method, rule);
    const body = bodyOf(request, limits.maxPayloadBytes);
    const own = sealedHeaders(request, target, ofGateway);
    const taken = [...own.map(([name]) => name), ...ofGateway];
    const headers = callerHeaders(allHeaders(request), taken);
    const { sealed, ...placed } = place(target, rule);
    return {
      target,
      ...placed,
      method,
      headers: { ...headers, "accept-encoding": acceptedEncodings },
      sealed: [...own, ...sealed],
      body,
    };
  };
}

type Placed = Pick<Dispatch, "sentTo" | "sealed" | "gatewayToken">;

/** Returns the credential's headers, if this target may get them. */
function sealedHeaders(
  { credential }: EgressRequest,
  target: ReadUrl,
  ofGateway: readonly string[],
): readonly SealedHeader[] {
  if (credential === undefined) return [];
  if (!isFor(credential, target)) throw new EgressFailure("credential-refused");
  return Object.entries(credential.headers).map(([name, value]) => {
    const lower = name.toLowerCase();
    if (isReserved(lower) || ofGateway.includes(lower)) throw new EgressFailure("header-refused");
    return [lower, value];
  });
}

/** Returns whether a request may be a write, and so is neither retried nor redirected. */
export function mayChange({
  method,
  changes = !onlyReads(method),
}: Pick<EgressRequest, "method" | "changes">): boolean {
  return changes;
}

/** Returns whether a method is read-only. */
export function onlyReads(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

function bodyOf({ body }: EgressRequest, maxBytes: number): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.byteLength(body) > maxBytes) throw new EgressFailure("payload-too-large");
  return Buffer.from(body);
}

function methodOf(asked: string, rule: Rule): Method {
  const method = methods.find((each) => each === asked);
  if (method === undefined || !rule.methods.includes(method)) {
    throw new EgressFailure("method-refused");
  }
  return method;
}

function allHeaders({ headers = {}, idempotency }: EgressRequest): Headers {
  return idempotency === undefined
    ? headers
    : { ...headers, [idempotency.header]: idempotency.key };
}
