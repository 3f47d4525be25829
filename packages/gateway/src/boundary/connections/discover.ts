import * as oauth from "oauth4webapi";
import type { AuthorizationTrouble } from "../../foundation/errors/connection-catalog.ts";
import { Refusal } from "../../foundation/errors/refusal.ts";
import { isLoopback } from "../../foundation/kernel/loopback.ts";
import { EgressFailure } from "../egress/egress-failure.ts";
import { fetchThrough } from "./fetch-through.ts";
import type { ProviderDoor } from "./provider.ts";
import type { Provider } from "./settings.ts";

export type Found = Partial<Pick<Provider, "tokenUrl" | "authorizeUrl" | "revokeUrl">> &
  Pick<Provider, "issuer" | "namesItself">;

export interface Discovery {
  readonly issuer: string;
  readonly isPrivate: boolean;
  /** Whether a person will be asked, so that PKCE is needed. */
  readonly isForPerson: boolean;
  readonly signal: AbortSignal;
}

/**
 * Finds out the endpoints of an issuer by its own metadata (RFC 8414, OpenID Connect Discovery). What it
 * says of another origin is not believed: only the operator names a place that secrets go to.
 */
export async function discover(door: ProviderDoor, discovery: Discovery): Promise<Found> {
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
  };
  const named = Object.entries(endpoints).flatMap(([key, url]) =>
    url === undefined ? [] : [[key, url] as const],
  );
  const isElsewhere = named.some(([, url]) => URL.parse(url)?.origin !== issuer.origin);
  if (isElsewhere) throw failed("elsewhere");
  const namesItself = metadata.authorization_response_iss_parameter_supported === true;
  // As it writes itself: with or without a slash at its end, answers are held to it letter by letter.
  return { ...Object.fromEntries(named), issuer: metadata.issuer, namesItself };
}

interface Asking {
  readonly door: ProviderDoor;
  readonly discovery: Discovery;
}

/** Undefined where there is none at this address. */
async function metadataOf(
  issuer: URL,
  algorithm: "oidc" | "oauth2",
  { door, discovery: { isPrivate, signal } }: Asking,
): Promise<oauth.AuthorizationServer | undefined> {
  const response = await oauth
    .discoveryRequest(issuer, {
      algorithm,
      [oauth.customFetch]: fetchThrough(door(issuer.href, isPrivate), signal),
      // oxlint-disable-next-line typescript/no-deprecated -- marked so to be noticed; nobody listens in on one's own machine
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
