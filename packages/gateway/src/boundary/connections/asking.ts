import type * as oauth from "oauth4webapi";
import type { Secret } from "../secrets/secret.ts";
import type { Provider } from "./settings.ts";

/**
 * A request to a provider. Its secrets are revealed only here, on the way to the token endpoint.
 */
export type Asking =
  | { readonly kind: "refresh"; readonly refreshToken: Secret }
  | { readonly kind: "client-credentials" }
  | { readonly kind: "device"; readonly deviceCode: Secret }
  | Exchange
  /** A signed statement about a person (RFC 7523), of another issuer or a caller's own token. */
  | {
      readonly kind: "assertion";
      readonly assertion: Secret;
      /** Tells the provider that the statement is a token of a caller. Default: it is none. */
      readonly use?: "on_behalf_of";
    }
  | {
      readonly kind: "code";
      /** The redirect parameters, with state and issuer validated. */
      readonly answer: URLSearchParams;
      readonly redirectUri: string;
      readonly verifier: string;
    };

/** The kinds of tokens that an issuer exchanges (RFC 8693; ID-JAG is a draft of the IETF). */
export const tokenTypes = {
  "access-token": "urn:ietf:params:oauth:token-type:access_token",
  "id-token": "urn:ietf:params:oauth:token-type:id_token",
  "id-jag": "urn:ietf:params:oauth:token-type:id-jag",
} as const;

/** The exchange of a token at its issuer for one with another audience. */
export interface Exchange {
  readonly kind: "exchange";
  readonly subjectToken: Secret;
  readonly subject: "access-token" | "id-token";
  readonly wanted: "access-token" | "id-jag";
  readonly target: Partial<Record<"audience" | "resource" | "scope", string>>;
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
