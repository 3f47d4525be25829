import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import { EgressFailure } from "../egress/egress-failure.ts";
import { failed } from "./discover.ts";
import type { ProviderEgress } from "./provider.ts";

/** Bounds of everything that a server or a provider names: it may be an attacker. */
const address = z.string().max(2_048).refine(isSafe);
const words = z.array(z.string().max(256)).max(500);

/** The metadata of an authorization server (RFC 8414, OpenID Connect Discovery) that we use. */
const metadataSchema = z.object({
  issuer: z.string().max(2_048),
  authorization_endpoint: z.exactOptional(address),
  token_endpoint: address,
  registration_endpoint: z.exactOptional(address),
  revocation_endpoint: z.exactOptional(address),
  device_authorization_endpoint: z.exactOptional(address),
  code_challenge_methods_supported: z.exactOptional(words),
  token_endpoint_auth_methods_supported: z.exactOptional(words),
  scopes_supported: z.exactOptional(words),
  authorization_grant_profiles_supported: z.exactOptional(words),
  client_id_metadata_document_supported: z.exactOptional(z.boolean()),
  authorization_response_iss_parameter_supported: z.exactOptional(z.boolean()),
});

export type AuthorizationServer = z.output<typeof metadataSchema>;

/** How a provider deviates from the rules. */
interface Preset {
  /** It supports PKCE with S256, but its metadata does not say so. Default: it says so. */
  readonly supportsPkce?: true;
  /** Other origins of its endpoints. Default: only the issuer's. */
  readonly origins?: readonly string[];
}

const entra: Preset = { supportsPkce: true };

/** Known deviations, by the exact host of the issuer. All other providers are held to the rules. */
const presets: ReadonlyMap<string, Preset> = new Map([
  ["login.microsoftonline.com", entra],
  ["login.microsoftonline.us", entra],
  ["login.partner.microsoftonline.cn", entra],
  ["accounts.google.com", { origins: ["https://oauth2.googleapis.com"] }],
]);

export interface Looking {
  readonly door: ProviderEgress;
  readonly isPrivate: (url: URL) => boolean;
  /** Origins that the operator allows beside an issuer's own. */
  readonly trusted: readonly string[];
  /** Whether a person will authorize, so that PKCE is required. */
  readonly needsPkce: boolean;
  readonly signal: AbortSignal;
}

/**
 * Finds the metadata of an issuer. It must name this issuer to the letter, PKCE with S256 if a
 * person authorizes, and endpoints of the issuer's origin. Else a foreign issuer could lead codes and secrets elsewhere.
 */
export async function findAuthorizationServer(
  issuer: string,
  looking: Looking,
): Promise<AuthorizationServer> {
  const url = URL.parse(issuer);
  if (url === null || !isSafe(issuer) || url.search !== "") throw failed("issuer");
  for (const place of placesOf(url)) {
    const found = await readMetadata(place, looking);
    if (found !== undefined && found["issuer"] !== issuer) throw failed("issuer");
    if (found !== undefined) return checked(found, url, looking);
  }
  throw failed("no-metadata");
}

/** Returns the addresses in the order of the protocol. */
function placesOf({ origin, pathname }: URL): readonly string[] {
  const path = pathname.replace(/\/$/, "");
  const inserted = ["oauth-authorization-server", "openid-configuration"].map(
    (name) => `${origin}/.well-known/${name}${path}`,
  );
  return path === ""
    ? inserted
    : [...inserted, `${origin}${path}/.well-known/openid-configuration`];
}

function checked(
  found: JsonObject,
  url: URL,
  { trusted, needsPkce }: Looking,
): AuthorizationServer {
  const parsed = metadataSchema.safeParse(found);
  if (!parsed.success) throw failed("unreadable");
  const server = parsed.data;
  const preset = presets.get(url.host) ?? {};
  if (needsPkce && !hasPkce(server, preset)) throw failed("no-pkce");
  const allowed = [url.origin, ...(preset.origins ?? []), ...trusted];
  const isElsewhere = endpointsOf(server).some((each) => !allowed.includes(new URL(each).origin));
  if (isElsewhere) throw failed("elsewhere");
  return server;
}

function hasPkce(server: AuthorizationServer, { supportsPkce }: Preset): boolean {
  return server.code_challenge_methods_supported?.includes("S256") ?? supportsPkce === true;
}

function endpointsOf(server: AuthorizationServer): readonly string[] {
  return [
    server.authorization_endpoint,
    server.token_endpoint,
    server.registration_endpoint,
    server.revocation_endpoint,
    server.device_authorization_endpoint,
  ].filter((each) => each !== undefined);
}

/** Returns undefined if there is no JSON object at this address. */
export async function readMetadata(
  url: string,
  { door, isPrivate, signal }: Looking,
): Promise<JsonObject | undefined> {
  const place = URL.parse(url);
  if (place === null || !isSafe(url)) throw failed("unreachable");
  try {
    const headers = { accept: "application/json" };
    const request = { method: "GET", url: place.href, headers, signal };
    const { body } = await door(place.href, isPrivate(place)).request(request);
    return objectIn(Buffer.from(body).toString("utf8"));
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error;
    const { status = 0 } = error.details;
    // Some servers demand a token, or another method, for every address that they do not know.
    if (status >= 400 && status < 500) return undefined;
    throw failed("unreachable");
  }
}

export function objectIn(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Allows HTTP without TLS only on this machine. */
export function isSafe(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}
