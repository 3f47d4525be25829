import type { AuthorizationServer } from "oauth4webapi";
import type { Provider } from "./settings.ts";

/** Describes a provider for the OAuth library. Without a known issuer, no answer may name one. */
export function serverOf(provider: Provider): AuthorizationServer {
  const { issuer, tokenUrl, authorizeUrl, revokeUrl, namesItself } = provider;
  return {
    issuer: issuer ?? tokenUrl,
    token_endpoint: tokenUrl,
    ...(authorizeUrl !== undefined && { authorization_endpoint: authorizeUrl }),
    ...(revokeUrl !== undefined && { revocation_endpoint: revokeUrl }),
    ...(namesItself === true && { authorization_response_iss_parameter_supported: true }),
  };
}
