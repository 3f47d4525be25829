import { z } from "zod";
import { type Challenge, readScope } from "../egress/challenge.ts";
import { isSafe, type Looking, readMetadata } from "./authorization-server.ts";
import { failed } from "./discover.ts";

/** The metadata of a protected resource (RFC 9728) that we use. */
const metadataSchema = z.object({
  resource: z.string().max(2_048),
  authorization_servers: z.array(z.string().max(2_048)).min(1).max(16),
  scopes_supported: z.exactOptional(z.array(z.string().max(256)).max(100)),
});

export interface ProtectedResource {
  /** In the spelling of the server: it is compared and sent to the letter (RFC 8707). */
  readonly resource: string;
  readonly issuers: readonly string[];
  /** All scopes of the resource, separated by spaces. Unset if it names none. */
  readonly scope?: string;
}

/**
 * Finds what a server says about its authorization. The named resource must contain the server, so
 * that no server obtains tokens for another one.
 */
export async function findProtectedResource(
  server: URL,
  challenge: Challenge | undefined,
  looking: Looking,
): Promise<ProtectedResource> {
  for (const place of placesOf(server, challenge)) {
    const found = await readMetadata(place, looking);
    if (found === undefined) continue;
    const parsed = metadataSchema.safeParse(found);
    if (!parsed.success) throw failed("unreadable");
    const { resource, authorization_servers: issuers, scopes_supported: scopes } = parsed.data;
    if (!contains(resource, server)) throw failed("resource");
    const scope = readScope(scopes?.join(" "));
    return { resource, issuers, ...(scope !== undefined && { scope }) };
  }
  throw failed("no-login");
}

/** Returns the addresses in the order of the protocol. A named address is the only one. */
function placesOf({ origin, pathname }: URL, challenge: Challenge | undefined): readonly string[] {
  if (challenge?.resourceMetadata !== undefined) return [challenge.resourceMetadata];
  const root = `${origin}/.well-known/oauth-protected-resource`;
  return pathname === "/" ? [root] : [`${root}${pathname}`, root];
}

/** Reports whether the resource is the server, or a parent path of it. */
function contains(resource: string, server: URL): boolean {
  const named = isSafe(resource) ? URL.parse(resource) : null;
  if (named === null || named.origin !== server.origin || named.search !== "") return false;
  const parent = named.pathname.replace(/\/$/, "");
  return server.pathname === parent || server.pathname.startsWith(`${parent}/`);
}
