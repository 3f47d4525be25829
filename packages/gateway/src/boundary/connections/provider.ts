import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import * as oauth from "oauth4webapi";
import type { Egress } from "../egress/egress.ts";
import { openSecret, type Secret } from "../secrets/secret.ts";
import { fetchThrough } from "./fetch-through.ts";
import type { Granted } from "./granted.ts";
import { readGrant } from "./read-grant.ts";
import { serverOf } from "./server-of.ts";
import type { Provider } from "./settings.ts";

/**
 * Returns egress to an address of a provider. Private addresses are reachable only if the operator
 * allowed them.
 */
export type ProviderDoor = (url: string, isPrivate: boolean) => Pick<Egress, "request">;

/**
 * A request to a provider. Its secrets are revealed only here, on the way to the token endpoint.
 */
export type Asking =
  | { readonly kind: "refresh"; readonly refreshToken: Secret }
  | { readonly kind: "client-credentials" }
  | {
      readonly kind: "code";
      /** The redirect parameters, with state and issuer validated. */
      readonly answer: URLSearchParams;
      readonly redirectUri: string;
      readonly verifier: string;
    };

export interface ProviderClientDependencies {
  readonly door: ProviderDoor;
  readonly holdSecret: (value: string) => Secret;
}

export interface ProviderClient {
  /** Throws an `EgressFailure` for provider and transport errors, or an error without content. */
  readonly ask: (
    provider: Provider,
    asking: Asking,
    rest: { readonly clientSecret?: Secret; readonly signal: AbortSignal },
  ) => Promise<Granted>;
  readonly revoke: (
    provider: Provider,
    token: Secret,
    rest: { readonly clientSecret?: Secret; readonly signal: AbortSignal },
  ) => Promise<void>;
}

export function createProviderClient(dependencies: ProviderClientDependencies): ProviderClient {
  const { door, holdSecret } = dependencies;
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
  return clientProof === "post" ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}
