import { createAuthenticate } from "./authenticate.ts";
import type { Identities } from "./identities.ts";
import { createJsonWebTokens, type Issuer, type TokenSurroundings } from "./json-web-tokens.ts";
import { createKeyBook } from "./key-book.ts";
import type { ProtectedResource } from "./protected-resource.ts";
import { createStaticKeys, type FindKey, type StaticKey } from "./static-keys.ts";

/** The issuers and keys an operator trusts. */
export interface Trust extends ProtectedResource {
  readonly trusted: readonly Issuer[];
  readonly keys: readonly StaticKey[];
}

/** Combines all authentication methods, in order. */
export function createIdentities(
  trust: Trust,
  surroundings: TokenSurroundings & { readonly met?: (key: string) => void },
  findKey: FindKey = createKeyBook(trust.keys).find,
): Identities {
  const { trusted, scopes } = trust;
  const ways = [
    createStaticKeys(findKey, surroundings.met),
    createJsonWebTokens(trusted, surroundings),
  ];
  return {
    authenticate: createAuthenticate({ ways, scopes, clock: surroundings.clock }),
    resource: trust,
  };
}
