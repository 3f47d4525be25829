import type { IncomingMessage } from "node:http";
import type { AuthInfo } from "@modelcontextprotocol/server";
import { type Authentication, tokenIn } from "../governance/identity/authenticate.ts";
import type { Identities } from "../governance/identity/create-identities.ts";
import type { AuthenticationFailure, Identity } from "../governance/identity/identity.ts";
import {
  challengeOf,
  type ProtectedResource,
  resourceAt,
} from "../governance/identity/protected-resource.ts";
import type { Principal } from "../pipeline/call.ts";
import { clientOf } from "./named-proxies.ts";
import { type RefusedReading, sendsOnce } from "./read-request.ts";

/**
 * A request that may be marked with its sender. The protocol's SDK passes such marks on unchanged.
 */
export type AuthenticatedRequest = IncomingMessage & { auth?: AuthInfo };

/** Returns the principal of its auth info. Throws for an unauthenticated request if callers need an identity. */
export type PrincipalOf = (authInfo: AuthInfo | undefined) => Principal;

/** The callers of an entrance. */
export interface Callers {
  /**
   * Marks a request with its sender, synchronously if already known. Returns the reason if it is
   * refused.
   */
  readonly identify: (
    request: AuthenticatedRequest,
  ) => RefusedReading | undefined | Promise<RefusedReading | undefined>;
  readonly principalOf: PrincipalOf;
  /** Aborts when the identity is revoked. Undefined if it cannot be revoked. */
  readonly revocationOf: (authInfo: AuthInfo | undefined) => AbortSignal | undefined;
  /** Returns when the session of the console ends, in ms since 1970. Default: there is none. */
  readonly sessionEndsAt?: (authInfo: AuthInfo | undefined) => number;
}

/** Wraps the token of a request, so that it can be exchanged at its issuer. */
export type HoldToken = (token: string) => NonNullable<Principal["presented"]>["token"];

/**
 * Creates the callers of an entrance. Without identities there is one local caller. Without
 * `holdToken`, tokens are dropped once verified.
 */
export function createCallers(
  local: Principal,
  identities: Identities | undefined,
  holdToken?: HoldToken,
): Callers {
  return identities === undefined
    ? { identify: () => undefined, principalOf: () => local, revocationOf: () => undefined }
    : identified(identities, holdToken);
}

/** Removes the token from a request before others read it. It is no longer needed. */
export function withoutToken(request: AuthenticatedRequest): AuthenticatedRequest {
  if (request.auth === undefined) return request;
  delete request.headers.authorization;
  const at = request.rawHeaders.findIndex(
    (text, index) => index % 2 === 0 && text.toLowerCase() === "authorization",
  );
  if (at !== -1) request.rawHeaders.splice(at, 2);
  return request;
}

type Authenticated = Extract<Authentication, { readonly kind: "authenticated" }>;

interface Sender {
  readonly principal: Principal;
  readonly until: AbortSignal | undefined;
}

function identified(identities: Identities, holdToken?: HoldToken): Callers {
  const { authenticate, outcomes } = identities;
  const infos = new WeakMap<Identity, AuthInfo>();
  const senders = new WeakMap<AuthInfo, Sender>();

  const authInfoOf = ({ identity, endsAt, until }: Authenticated): AuthInfo => {
    const known = infos.get(identity);
    if (known !== undefined) return known;
    // The SDK would put the token here, and it is no longer needed.
    const authInfo = { token: "", clientId: identity.id, scopes: [], expiresAt: endsAt / 1000 };
    senders.set(authInfo, { principal: principalFrom(identity), until });
    infos.set(identity, authInfo);
    outcomes?.verified(identity, endsAt);
    return authInfo;
  };
  const settle = (
    request: AuthenticatedRequest,
    authentication: Authentication,
  ): RefusedReading | undefined => {
    if (authentication.kind === "unavailable") {
      const { issuer } = authentication;
      report(request, outcomes, { because: "keys-unavailable", issuer });
      return unavailable;
    }
    if (authentication.kind === "refused") {
      report(request, outcomes, authentication.reason);
      const resource = resourceFor(request, identities);
      const { status, authenticate: header } = challengeOf(authentication.challenge, resource);
      return { ...(status === 401 ? strangers : tooFew), headers: { "www-authenticate": header } };
    }
    request.auth = withToken(authInfoOf(authentication), request, { senders, holdToken });
    return undefined;
  };

  return {
    identify: (request) => {
      if (!sendsOnce(request, "authorization")) {
        report(request, outcomes, { because: "two-tokens" });
        return twoTokens;
      }
      const authentication = authenticate(request.headers.authorization);
      return authentication instanceof Promise
        ? authentication.then((later) => settle(request, later))
        : settle(request, authentication);
    },
    principalOf: (authInfo) => {
      const sender = authInfo && senders.get(authInfo);
      if (sender === undefined) throw new Error("The sender was not identified.");
      return sender.principal;
    },
    revocationOf: (authInfo) => authInfo && senders.get(authInfo)?.until,
  };
}

/** Returns what a challenge names: each of our paths has metadata of its own. */
function resourceFor(
  { url = "" }: IncomingMessage,
  { resource, paths }: Pick<Identities, "resource" | "paths">,
): ProtectedResource {
  return paths?.has(url) === true ? resourceAt(resource, url) : resource;
}

/** Reports a refusal with the address of its client. A request without a token has no reason. */
function report(
  request: IncomingMessage,
  outcomes: Identities["outcomes"],
  failure: AuthenticationFailure | undefined,
): void {
  if (failure !== undefined) outcomes?.refused({ ...failure, client: clientOf(request) });
}

interface Marking {
  readonly senders: WeakMap<AuthInfo, Sender>;
  readonly holdToken: HoldToken | undefined;
}

/** Marks one request with its token. The mark goes with the request. A key has no issuer. */
function withToken(
  info: AuthInfo,
  { headers }: AuthenticatedRequest,
  { senders, holdToken }: Marking,
): AuthInfo {
  const sender = senders.get(info);
  const issuer = sender?.principal.claims?.["iss"];
  if (holdToken === undefined || sender === undefined || typeof issuer !== "string") return info;
  const presented = { issuer, token: holdToken(tokenIn(headers.authorization ?? "")) };
  const own = { ...info };
  senders.set(own, { ...sender, principal: { ...sender.principal, presented } });
  return own;
}

/** The policy decides what a principal may do, so no permission is set here. */
export function principalFrom({
  id,
  roles,
  scopes,
  claims,
  tenant,
  isSystem,
}: Identity): Principal {
  return {
    id,
    permissions: [],
    roles,
    scopes,
    ...(claims !== undefined && { claims }),
    ...(tenant !== undefined && { tenant }),
    kind: isSystem ? "system" : "user",
  };
}

/**
 * Our own error codes, outside the range that the protocol reserves. The HTTP status says the rest.
 */
const [notIdentified, notKnown] = [7005, 7006];

const twoTokens = {
  kind: "refused",
  status: 400,
  code: notIdentified,
  message: "Send one Authorization header.",
} as const;

const strangers = {
  kind: "refused",
  status: 401,
  code: notIdentified,
  message: "Send a token that was issued for this gateway and has not expired.",
} as const;

const tooFew = {
  kind: "refused",
  status: 403,
  code: notIdentified,
  message: "The token lacks a required scope.",
} as const;

const unavailable = {
  kind: "refused",
  status: 503,
  code: notKnown,
  message: "The keys of the token issuer are unavailable. Try again later.",
  headers: { "retry-after": "5" },
} as const;

/** Takes one request from a principal's quota, or says when one is available. */
export type TakeRequest = (key: string) => Taken | Promise<Taken>;

type Taken = { readonly taken: true } | { readonly taken: false; readonly retryAfterMs: number };

/**
 * Refuses principals above their quota, before any of the request is read. Counts by principal: the
 * sender can choose an address, a header, a tool name or a tenant.
 */
export function limitCallers(callers: Callers, take: TakeRequest | undefined): Callers {
  if (take === undefined) return callers;
  const { identify, principalOf } = callers;

  const count = (
    request: AuthenticatedRequest,
  ): RefusedReading | undefined | Promise<RefusedReading | undefined> => {
    const { id } = principalOf(request.auth);
    const taken = take(JSON.stringify(["requests", id]));
    return taken instanceof Promise ? taken.then(assertTaken) : assertTaken(taken);
  };

  return {
    ...callers,
    identify: (request) => {
      const refusal = identify(request);
      return refusal instanceof Promise
        ? refusal.then((later) => later ?? count(request))
        : (refusal ?? count(request));
    },
  };
}

/** Our own error code, outside the range that the protocol reserves. */
const tooMany = 7007;

function assertTaken(taken: Taken): RefusedReading | undefined {
  if (taken.taken) return undefined;
  const seconds = Math.max(1, Math.ceil(taken.retryAfterMs / 1000));
  return {
    kind: "refused",
    status: 429,
    code: tooMany,
    message: `Too many requests. Try again in ${seconds} s.`,
    headers: { "retry-after": `${seconds}` },
  };
}
