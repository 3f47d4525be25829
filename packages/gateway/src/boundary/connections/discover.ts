import type { AuthorizationTrouble } from "@toolcourt/contracts/internal/errors/connection-catalog";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import * as oauth from "oauth4webapi";
import { EgressFailure } from "../egress/egress-failure.ts";
import { fetchThrough, type ProviderEgress } from "./provider.ts";
import type { Provider } from "./settings.ts";

export type Found = Partial<Pick<Provider, "tokenUrl" | "authorizeUrl" | "revokeUrl">> &
  Pick<Provider, "issuer" | "namesItself"> & {
    /** Where a device asks for a code (RFC 8628). Unset if the issuer has no such endpoint. */
    readonly deviceUrl?: string;
  };

export interface Discovery {
  readonly issuer: string;
  readonly isPrivate: boolean;
  /** Whether a person will authorize, so that PKCE is required. */
  readonly isForPerson: boolean;
  readonly signal: AbortSignal;
}

/**
 * Discovers the endpoints of an issuer (RFC 8414, OpenID Connect Discovery). Ignores endpoints of
 * other origins: only the operator decides where secrets go.
 */
export async function discover(door: ProviderEgress, discovery: Discovery): Promise<Found> {
  const issuer = URL.parse(discovery.issuer);
  const isSafe = issuer?.protocol === "https:" || (issuer !== null && isLoopback(issuer.hostname));
  if (issuer === null || !isSafe) throw failed("unreachable");
  const metadata =
    (await metadataOf(issuer, "oidc", { door, discovery })) ??
    (await metadataOf(issuer, "oauth2", { door, discovery }));
  if (metadata === undefined) throw failed("unreachable");
  return foundIn(metadata, issuer, discovery);
}

function foundIn(
  metadata: oauth.AuthorizationServer,
  issuer: URL,
  { isForPerson }: Discovery,
): Found {
  const hasPkce = metadata.code_challenge_methods_supported?.includes("S256") === true;
  if (isForPerson && !hasPkce) throw failed("no-pkce");
  const endpoints = {
    tokenUrl: metadata.token_endpoint,
    authorizeUrl: metadata.authorization_endpoint,
    revokeUrl: metadata.revocation_endpoint,
    deviceUrl: metadata.device_authorization_endpoint,
  };
  const named = Object.entries(endpoints).flatMap(([key, url]) =>
    url === undefined ? [] : [[key, url] as const],
  );
  const isElsewhere = named.some(([, url]) => URL.parse(url)?.origin !== issuer.origin);
  if (isElsewhere) throw failed("elsewhere");
  const namesItself = metadata.authorization_response_iss_parameter_supported === true;
  // In the issuer's own spelling: answers are compared exactly, trailing slash included.
  return { ...Object.fromEntries(named), issuer: metadata.issuer, namesItself };
}

interface Asking {
  readonly door: ProviderEgress;
  readonly discovery: Discovery;
}

/** Returns undefined if there is no metadata at this address. */
async function metadataOf(
  issuer: URL,
  algorithm: "oidc" | "oauth2",
  { door, discovery: { isPrivate, signal } }: Asking,
): Promise<oauth.AuthorizationServer | undefined> {
  const response = await oauth
    .discoveryRequest(issuer, {
      algorithm,
      [oauth.customFetch]: fetchThrough(door(issuer.href, isPrivate), signal),
      // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; loopback traffic cannot be intercepted
      [oauth.allowInsecureRequests]: isLoopback(issuer.hostname),
    })
    .catch((error: unknown) => {
      if (error instanceof EgressFailure && error.details.status === 404) return undefined;
      throw error instanceof EgressFailure ? failed("unreachable") : error;
    });
  if (response === undefined) return undefined;
  return oauth.processDiscoveryResponse(issuer, response).catch((): never => {
    throw failed("issuer");
  });
}

export function failed(because: AuthorizationTrouble): Refusal<"authorization-failed"> {
  return new Refusal("authorization-failed", { because });
}
