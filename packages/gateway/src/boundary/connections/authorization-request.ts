import * as oauth from "oauth4webapi";
import { serverOf } from "./asking.ts";
import type { Provider } from "./settings.ts";

/** What one request for an authorization differs by. */
export interface AuthorizationAsk {
  readonly redirectUri: string;
  readonly state: string;
  /** The hash of the verifier (RFC 7636, S256). */
  readonly challenge: string;
  /** Comes back in the ID token of a login. Default: none is asked for. */
  readonly nonce?: string;
}

/** Returns the address at which a person authorizes our client. */
export function authorizationAddress(
  { authorizeUrl = "", clientId, scope, resource }: Provider,
  { redirectUri, state, challenge, nonce }: AuthorizationAsk,
): string {
  const url = new URL(authorizeUrl);
  const wanted = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...(nonce !== undefined && { nonce }),
    ...(scope !== undefined && { scope }),
    // Without it a provider may ignore the wish for a refresh token (OpenID Connect Core, 11).
    ...(scope?.split(" ").includes("offline_access") === true && { prompt: "consent" }),
    ...(resource !== undefined && { resource }),
  };
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
  return url.href;
}

export type CheckedAnswer =
  | { readonly kind: "code"; readonly answer: URLSearchParams }
  /** The provider's own code of an error, never its text. */
  | { readonly kind: "refused"; readonly error: string }
  /** It is not from the provider, or not for this request. */
  | { readonly kind: "foreign" };

/**
 * Validates the state and the issuer of an answer (RFC 9207). Drops the library's error, which
 * could quote the answer.
 */
export function checkAnswer(
  provider: Provider,
  answer: URLSearchParams,
  state: string,
): CheckedAnswer {
  const client = { client_id: provider.clientId };
  try {
    const checked = oauth.validateAuthResponse(serverOf(provider), client, answer, state);
    const isOne = answer.getAll("code").length === 1;
    return isOne ? { kind: "code", answer: checked } : { kind: "foreign" };
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) return { kind: "foreign" };
    return { kind: "refused", error: error.error };
  }
}
