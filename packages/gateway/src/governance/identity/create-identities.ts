import { type Authenticate, type AuthenticateDeps, createAuthenticate } from "./authenticate.ts";
import type { AuthenticationOutcomes } from "./identity.ts";
import { createJsonWebTokens, type Issuer, type TokenDeps } from "./json-web-tokens.ts";
import type { ProtectedResource } from "./protected-resource.ts";
import { createStaticKeys, type FindKey, KeyBook, type StaticKey } from "./static-keys.ts";

/** Authentication for an entrance, and its challenges to callers. */
export interface Identities {
  readonly authenticate: Authenticate;
  readonly resource: ProtectedResource;
  /** Paths with metadata of their own, for challenges. Default: none. */
  readonly paths?: ReadonlySet<string> | undefined;
  /** Default: outcomes are not reported. */
  readonly outcomes?: AuthenticationOutcomes | undefined;
}

/** The issuers and keys an operator trusts. */
export interface Trust extends ProtectedResource {
  readonly trusted: readonly Issuer[];
  readonly keys: readonly StaticKey[];
}

/** Combines all authentication methods, in order. */
export function createIdentities(
  trust: Trust,
  deps: TokenDeps & {
    readonly presented?: (key: string) => void;
    readonly onKeyUsed?: AuthenticateDeps["onKeyUsed"] | undefined;
  },
  findKey: FindKey = new KeyBook(trust.keys, deps.clock).find,
): Identities {
  const { trusted, scopes } = trust;
  const { clock, onKeyUsed } = deps;
  const methods = [createStaticKeys(findKey, deps.presented), createJsonWebTokens(trusted, deps)];
  return {
    authenticate: createAuthenticate({ methods, scopes, clock, onKeyUsed }),
    resource: trust,
  };
}
