import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import * as oauth from "oauth4webapi";
import type { Egress } from "../egress/egress.ts";
import { openSecret, type Secret } from "../secrets/secret.ts";
import { type Granted, UnreadableGrant } from "./granted.ts";
import type { Provider } from "./settings.ts";

/**
 * Returns egress to an address of a provider. Private addresses are reachable only if the operator
 * allowed them.
 */
export type ProviderEgress = (url: string, isPrivate: boolean) => Pick<Egress, "request">;

/**
 * A request to a provider. Its secrets are revealed only here, on the way to the token endpoint.
 */
export type Asking =
  | { readonly kind: "refresh"; readonly refreshToken: Secret }
  | { readonly kind: "client-credentials" }
  | { readonly kind: "device"; readonly deviceCode: Secret }
  | {
      readonly kind: "code";
      /** The redirect parameters, with state and issuer validated. */
      readonly answer: URLSearchParams;
      readonly redirectUri: string;
      readonly verifier: string;
    };

export interface ProviderClientDeps {
  readonly door: ProviderEgress;
  readonly holdSecret: (value: string) => Secret;
}

export interface ProviderClient {
  /** Throws an `EgressFailure` for provider and transport errors, or an error without content. */
  readonly ask: (
    provider: Provider,
    asking: Asking,
    rest: { readonly clientSecret?: Secret; readonly signal: AbortSignal },
  ) => Promise<Granted>;
  /** Asks for codes to authorize a device (RFC 8628). Returns the answer as text. */
  readonly startDevice: (
    provider: Provider,
    deviceUrl: string,
    rest: { readonly clientSecret?: Secret; readonly signal: AbortSignal },
  ) => Promise<string>;
  readonly revoke: (
    provider: Provider,
    token: Secret,
    rest: { readonly clientSecret?: Secret; readonly signal: AbortSignal },
  ) => Promise<void>;
}

export function createProviderClient(deps: ProviderClientDeps): ProviderClient {
  const { door, holdSecret } = deps;
  const optionsFor = (url: string, { isPrivate }: Provider, signal: AbortSignal) => ({
    [oauth.customFetch]: fetchThrough(door(url, isPrivate), signal),
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; loopback traffic cannot be intercepted
    [oauth.allowInsecureRequests]: isLoopback(new URL(url).hostname),
  });

  return {
    ask: async (provider, asking, { clientSecret, signal }) => {
      const proof = proofOf(provider, clientSecret);
      const options = optionsFor(provider.tokenUrl, provider, signal);
      const response = await asked({ provider, proof, options }, asking);
      return readGrant(response, { asking: asking.kind, provider, holdSecret });
    },
    startDevice: async (provider, deviceUrl, { clientSecret, signal }) => {
      const { scope, resource } = provider;
      const response = await oauth.deviceAuthorizationRequest(
        { ...serverOf(provider), device_authorization_endpoint: deviceUrl },
        { client_id: provider.clientId },
        proofOf(provider, clientSecret),
        defined({ scope, resource }),
        optionsFor(deviceUrl, provider, signal),
      );
      return response.text();
    },
    revoke: async (provider, token, { clientSecret, signal }) => {
      if (provider.revokeUrl === undefined) return;
      const options = optionsFor(provider.revokeUrl, provider, signal);
      const proof = proofOf(provider, clientSecret);
      const client = { client_id: provider.clientId };
      await oauth.revocationRequest(serverOf(provider), client, proof, openSecret(token), options);
    },
  };
}

interface Way {
  readonly provider: Provider;
  readonly proof: oauth.ClientAuth;
  readonly options: oauth.TokenEndpointRequestOptions;
}

function asked({ provider, proof, options }: Way, asking: Asking): Promise<Response> {
  const server = serverOf(provider);
  const client = { client_id: provider.clientId };
  const { scope, resource } = provider;
  const target = resource === undefined ? {} : { resource };
  const more = { ...options, additionalParameters: target };
  switch (asking.kind) {
    case "refresh": {
      const refreshToken = openSecret(asking.refreshToken);
      return oauth.refreshTokenGrantRequest(server, client, proof, refreshToken, more);
    }
    case "client-credentials": {
      const parameters = { ...target, ...(scope !== undefined && { scope }) };
      return oauth.clientCredentialsGrantRequest(server, client, proof, parameters, options);
    }
    case "device": {
      const deviceCode = openSecret(asking.deviceCode);
      return oauth.deviceCodeGrantRequest(server, client, proof, deviceCode, more);
    }
    case "code": {
      const { answer, redirectUri, verifier } = asking;
      return oauth.authorizationCodeGrantRequest(
        server,
        client,
        proof,
        answer,
        redirectUri,
        verifier,
        more,
      );
    }
    default:
      return asking;
  }
}

function proofOf({ clientProof }: Provider, clientSecret: Secret | undefined): oauth.ClientAuth {
  if (clientSecret === undefined || clientProof === "none") return oauth.None();
  const secret = openSecret(clientSecret);
  return clientProof === "post" ? oauth.ClientSecretPost(secret) : basicProof(secret);
}

/**
 * Encodes as RFC 6749, 2.3.1 and appendix B. The library also encodes dashes and dots, and providers
 * that do not decode then refuse most ids.
 */
function basicProof(secret: string): oauth.ClientAuth {
  return (...[, client, , headers]) => {
    const pair = [client.client_id, secret].map(formEncoded).join(":");
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  };
}

function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** The parts of a request that the OAuth library may send. */
interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | string | null | undefined;
}

type ProviderFetch = (url: string, sent: Sent) => Promise<Response>;

const timeoutMs = 15_000;

/** Sends a library's requests through egress. A failure becomes an `EgressFailure`. */
export function fetchThrough(egress: Pick<Egress, "request">, signal: AbortSignal): ProviderFetch {
  return async (url, { method, headers, body }) => {
    const answer = await egress.request({
      method,
      url,
      headers,
      deadlineMs: timeoutMs,
      signal,
      ...(body !== undefined && body !== null && { body: String(body) }),
    });
    const { status, headers: said } = answer;
    // Some statuses forbid a body, and `Response` refuses even an empty one.
    const given = answer.body.byteLength === 0 ? null : Buffer.from(answer.body);
    return new Response(given, { status, headers: { ...said } });
  };
}

interface GrantReading extends Pick<ProviderClientDeps, "holdSecret"> {
  readonly asking: Asking["kind"];
  readonly provider: Provider;
}

const readers = {
  refresh: oauth.processRefreshTokenResponse,
  "client-credentials": oauth.processClientCredentialsResponse,
  device: oauth.processDeviceCodeResponse,
  code: oauth.processAuthorizationCodeResponse,
} satisfies Record<Asking["kind"], unknown>;

/** Parses the answer of a token endpoint. Throws an `UnreadableGrant` if it is not valid OAuth. */
async function readGrant(
  response: Response,
  { asking, provider, holdSecret }: GrantReading,
): Promise<Granted> {
  const client = { client_id: provider.clientId };
  const answer = await legible(response)
    .then((legibly) => readers[asking](serverOf(provider), client, legibly))
    .catch(() => undefined);
  if (answer?.token_type !== "bearer" || !isSendable(answer.access_token)) {
    throw new UnreadableGrant("The answer is not a bearer token.");
  }
  const { access_token, refresh_token, expires_in, scope } = answer;
  const withheld = withheldOf(provider.scope, scope);
  return {
    accessToken: holdSecret(access_token),
    ...(refresh_token !== undefined && { refreshToken: holdSecret(refresh_token) }),
    ...(expires_in !== undefined && { endsInMs: Math.min(expires_in * 1_000, maxMs) }),
    ...(withheld.length > 0 && { withheld }),
  };
}

/** Cap on lifetimes: a longer one could not be represented as a date. */
const maxMs = 10 * 365 * 24 * 60 * 60 * 1_000;

/**
 * Removes the parts that would cause a needless refusal. The identity of the person is irrelevant,
 * so the ID token is dropped. An invalid lifetime, such as 0 for never, counts as unset. Refusing
 * it would lose a refresh token that replaced the old one.
 */
async function legible(response: Response): Promise<Response> {
  const answer = parseJson(await response.text());
  if (!isJsonObject(answer)) throw new UnreadableGrant("The answer is no object.");
  const { id_token: _person, expires_in, ...rest } = answer;
  const seconds = typeof expires_in === "string" ? Number.parseFloat(expires_in) : expires_in;
  const isEnd = typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 1;
  const kept: JsonObject = { ...rest, ...(isEnd && { expires_in: seconds }) };
  const { status, headers } = response;
  return new Response(JSON.stringify(kept), { status, headers });
}

/**
 * Reports whether a token fits in a header. Very short tokens are refused too, since redacting them
 * would damage ordinary text.
 */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]{8,16384}$/.test(token);
}

/**
 * Returns the requested scopes that were not granted. If the answer names none, all were granted.
 */
function withheldOf(wanted: string | undefined, granted: string | undefined): readonly string[] {
  if (wanted === undefined || granted === undefined) return [];
  const given = new Set(granted.split(" "));
  return wanted.split(" ").filter((each) => each !== "" && !given.has(each));
}

/** Describes a provider for the OAuth library. Without a known issuer, no answer may name one. */
export function serverOf(provider: Provider): oauth.AuthorizationServer {
  const { issuer, tokenUrl, authorizeUrl, revokeUrl, namesItself } = provider;
  return {
    issuer: issuer ?? tokenUrl,
    token_endpoint: tokenUrl,
    ...(authorizeUrl !== undefined && { authorization_endpoint: authorizeUrl }),
    ...(revokeUrl !== undefined && { revocation_endpoint: revokeUrl }),
    ...(namesItself === true && { authorization_response_iss_parameter_supported: true }),
  };
}
