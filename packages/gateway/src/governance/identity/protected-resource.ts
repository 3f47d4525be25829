import type { JsonObject } from "@toolcourt/sdk";
import type { Challenge } from "./authenticate.ts";

/** The gateway as a protected resource (RFC 9728). */
export interface ProtectedResource {
  /** Our own URL, as in token audiences. */
  readonly resource: URL;
  readonly issuers: readonly string[];
  readonly scopes: readonly string[];
}

const wellKnown = "/.well-known/oauth-protected-resource";

/** Returns the metadata paths: with the path of the resource, and without. */
export function metadataPaths({ resource }: ProtectedResource): readonly string[] {
  return [`${wellKnown}${resource.pathname === "/" ? "" : resource.pathname}`, wellKnown];
}

/** The path that the URL of the gateway stands for. */
const wholePath = "/mcp";

/**
 * Returns the resource at one of our paths. A proxy may have put a path of its own before ours: the
 * URL of the gateway tells.
 */
export function resourceAt(whole: ProtectedResource, path: string): ProtectedResource {
  if (path === wholePath) return whole;
  const { pathname } = whole.resource;
  const before = pathname.endsWith(wholePath) ? pathname.slice(0, -wholePath.length) : "";
  return { ...whole, resource: new URL(`${before}${path}`, whole.resource) };
}

export function metadataOf({ resource, issuers, scopes }: ProtectedResource): JsonObject {
  return {
    resource: resource.href,
    // Empty lists are omitted (RFC 9728, 3.2).
    ...(issuers.length === 0 ? {} : { authorization_servers: issuers }),
    bearer_methods_supported: ["header"],
    ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
  };
}

/** Returns the status and the header of a challenge. */
export function challengeOf(
  { error }: Challenge,
  protectedResource: ProtectedResource,
): { readonly status: 401 | 403; readonly authenticate: string } {
  const { resource, scopes } = protectedResource;
  const [path = wellKnown] = metadataPaths(protectedResource);
  const parts = [
    // A caller without a token has made no mistake yet (RFC 6750, 3.1).
    ...(error === "missing_token" ? [] : [`error="${error}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(" ")}"`]),
    `resource_metadata="${new URL(path, resource).href}"`,
  ];
  return {
    status: error === "insufficient_scope" ? 403 : 401,
    authenticate: `Bearer ${parts.join(", ")}`,
  };
}
