import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import * as oauth from "oauth4webapi";
import type { Egress } from "../egress/egress.ts";
import { openSecret, type Secret } from "../secrets/secret.ts";
import { type Asking, type Exchange, serverOf, tokenTypes } from "./asking.ts";
import { type ProofDeps, proofOf } from "./client-proof.ts";
import type { Granted } from "./granted.ts";
import { readGrant } from "./read-grant.ts";
import type { Provider } from "./settings.ts";

/**
 * Returns egress to an address of a provider. Private addresses are reachable only if the operator
 * allowed them.
 */
export type ProviderEgress = (url: string, isPrivate: boolean) => Pick<Egress, "request">;

export interface ProviderClientDeps extends ProofDeps {
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
      const proof = proofOf(provider, clientSecret, deps);
      const options = optionsFor(provider.tokenUrl, provider, signal);
      const response = await asked({ provider, proof, options }, asking);
      return readGrant(response, { asking, provider, holdSecret });
    },
    startDevice: async (provider, deviceUrl, { clientSecret, signal }) => {
      const { scope, resource } = provider;
      const response = await oauth.deviceAuthorizationRequest(
        { ...serverOf(provider), device_authorization_endpoint: deviceUrl },
        { client_id: provider.clientId },
        proofOf(provider, clientSecret, deps),
        defined({ scope, resource }),
        optionsFor(deviceUrl, provider, signal),
      );
      return response.text();
    },
    revoke: async (provider, token, { clientSecret, signal }) => {
      if (provider.revokeUrl === undefined) return;
      const options = optionsFor(provider.revokeUrl, provider, signal);
      const proof = proofOf(provider, clientSecret, deps);
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
  const target = defined({ resource });
  const more = { ...options, additionalParameters: target };
  switch (asking.kind) {
    case "refresh": {
      const refreshToken = openSecret(asking.refreshToken);
      return oauth.refreshTokenGrantRequest(server, client, proof, refreshToken, more);
    }
    case "client-credentials": {
      const parameters = defined({ resource, scope });
      return oauth.clientCredentialsGrantRequest(server, client, proof, parameters, options);
    }
    case "device": {
      const deviceCode = openSecret(asking.deviceCode);
      return oauth.deviceCodeGrantRequest(server, client, proof, deviceCode, more);
    }
    case "exchange":
      return exchanged({ provider, proof, options }, asking);
    case "assertion": {
      const { use } = asking;
      const ofCaller = use && defined({ requested_token_use: use, scope });
      const parameters = { ...target, ...ofCaller, assertion: openSecret(asking.assertion) };
      const type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
      return oauth.genericTokenEndpointRequest(server, client, proof, type, parameters, options);
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

function exchanged(
  { provider, proof, options }: Way,
  { subjectToken, subject, wanted, target }: Exchange,
): Promise<Response> {
  const client = { client_id: provider.clientId };
  const type = "urn:ietf:params:oauth:grant-type:token-exchange";
  const parameters = {
    ...target,
    requested_token_type: tokenTypes[wanted],
    subject_token: openSecret(subjectToken),
    subject_token_type: tokenTypes[subject],
  };
  const server = serverOf(provider);
  return oauth.genericTokenEndpointRequest(server, client, proof, type, parameters, options);
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
