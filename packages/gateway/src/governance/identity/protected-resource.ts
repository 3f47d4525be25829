import type { JsonObject } from "@toolcourt/sdk";
import type { Challenge } from "./authenticate.ts";

/** What we are to those who issue tokens for us (RFC 9728). */
export interface ProtectedResource {
  /** Our own address, as tokens name it. */
  readonly resource: URL;
  readonly issuers: readonly string[];
  readonly scopes: readonly string[];
}

const wellKnown = "/.well-known/oauth-protected-resource";

/** Where the metadata is asked for: with the path of the resource, and without. */
export function metadataPaths({ resource }: ProtectedResource): readonly string[] {
  return [`${wellKnown}${resource.pathname === "/" ? "" : resource.pathname}`, wellKnown];
}

export function metadataOf({ resource, issuers, scopes }: ProtectedResource): JsonObject {
  return {
    resource: resource.href,
    // Lists of nothing are left out (RFC 9728, 3.2).
    ...(issuers.length === 0 ? {} : { authorization_servers: issuers }),
    bearer_methods_supported: ["header"],
    ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
  };
}

/** The status and the header by which a client learns how to get in. */
export function challengeOf(
  { error }: Challenge,
  protectedResource: ProtectedResource,
): { readonly status: 401 | 403; readonly authenticate: string } {
  const { resource, scopes } = protectedResource;
  const [path = wellKnown] = metadataPaths(protectedResource);
  const parts = [
    // Whoever sent no token has made no mistake yet (RFC 6750, 3.1).
    ...(error === "missing_token" ? [] : [`error="${error}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(" ")}"`]),
    `resource_metadata="${new URL(path, resource).href}"`,
  ];
  return {
    status: error === "insufficient_scope" ? 403 : 401,
    authenticate: `Bearer ${parts.join(", ")}`,
  };
}
