import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import { Provider } from "oidc-provider";
import MemoryAdapter from "oidc-provider/lib/adapters/memory_adapter.js";
import { z } from "zod";
import { browse } from "./browser.ts";
import type { Issuer } from "./issuer.ts";
import { close, listen } from "./listen.ts";
import { createPersonPage, type Decision } from "./oidc-person.ts";

/** Behavior of the issuer. Every member can change while it runs. */
interface OidcManners extends Decision {
  /** Lifetime of access tokens. */
  seconds: number;
  /** The audience of new tokens. Default: the requested resource. */
  audience?: string | undefined;
}

/** `oidc-provider`, with opaque tokens that servers look up by introspection (RFC 7662). */
export interface OidcIssuer extends Issuer {
  readonly manners: OidcManners;
  /** The grant types of all granted token requests, in order. */
  readonly granted: readonly string[];
  /** Revokes all access tokens. Refresh tokens stay valid. */
  readonly revokeAccess: () => Promise<void>;
  /** Withdraws all consent, as a person can do at the issuer. */
  readonly withdraw: () => Promise<void>;
}

const known = { id: "toolcourt-desk", secret: "desk-secret-2f7c9b1e" };
const lookup = { id: "notes-server", secret: "lookup-secret-8d31a0c4" };
const scopes = ["notes:read", "notes:write"];

/** Opens the issuer on a free loopback port. */
export async function openOidcIssuer(): Promise<OidcIssuer> {
  const server = createServer();
  const issuer = await listen(server);
  const manners: OidcManners = { seconds: 3_600, denies: false, withholds: [] };
  const provider = new Provider(issuer, configurationOf(manners));
  const noted = noteGrants(provider);
  const [answer, decide] = [provider.callback(), createPersonPage(provider, manners)];
  server.on("request", (request, response) =>
    request.url?.startsWith("/person/") === true
      ? decide(request, response)
      : answer(request, response),
  );
  return {
    issuer,
    scopes,
    known,
    manners,
    granted: noted.granted,
    registrations: noted.registrations,
    verifier: { verifyAccessToken: (token) => verify(issuer, token) },
    consent: (page, person) => browse(page, { "x-person": person }),
    revokeAccess: async () => {
      for (const { jti } of noted.tokens) await (await provider.AccessToken.find(jti))?.destroy();
    },
    withdraw: async () => {
      for (const { grantId } of noted.tokens) {
        await provider.AccessToken.revokeByGrantId(grantId);
        await provider.RefreshToken.revokeByGrantId(grantId);
      }
    },
    [Symbol.asyncDispose]: () => close(server),
  };
}

function noteGrants(provider: Provider) {
  const granted: string[] = [];
  const tokens: { readonly jti: string; readonly grantId: string }[] = [];
  let registrations = 0;
  provider.on("grant.success", ({ oidc }) => granted.push(oidc.params.grant_type));
  provider.on("access_token.saved", ({ jti, grantId }) => tokens.push({ jti, grantId }));
  provider.on("registration_create.success", () => {
    registrations += 1;
  });
  return { granted, tokens, registrations: () => registrations };
}

/** A class of our own: the issuer warns of its own memory in every test. */
class Memory extends MemoryAdapter {}

const daySeconds = 86_400;

function configurationOf(manners: OidcManners): object {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const getResourceServerInfo = (_context: unknown, resource: string): object => ({
    scope: scopes.join(" "),
    audience: manners.audience ?? resource,
    accessTokenFormat: "opaque",
  });
  const anyClient = { enabled: true, allowedPolicy: () => true };
  return {
    clients: clients(),
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    cookies: { keys: ["cookies-of-the-test-issuer"] },
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig" }] },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      introspection: anyClient,
      revocation: anyClient,
      resourceIndicators: { enabled: true, getResourceServerInfo },
    },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/person/${uid}` },
    adapter: Memory,
    ttl: {
      AccessToken: () => manners.seconds,
      Grant: daySeconds,
      Interaction: daySeconds,
      RefreshToken: daySeconds,
      Session: daySeconds,
    },
  };
}

function clients(): readonly object[] {
  return [
    {
      client_id: known.id,
      client_secret: known.secret,
      application_type: "native",
      redirect_uris: ["http://127.0.0.1/callback"],
      grant_types: ["authorization_code", "refresh_token"],
    },
    {
      client_id: lookup.id,
      client_secret: lookup.secret,
      redirect_uris: [],
      response_types: [],
      grant_types: [],
    },
  ];
}

const introspection = z.object({
  active: z.literal(true),
  aud: z.url(),
  client_id: z.string(),
  exp: z.number(),
  scope: z.string().default(""),
  sub: z.string(),
});

/** Looks a token up at the issuer, as a server with opaque tokens does. */
async function verify(issuer: string, token: string) {
  const basic = Buffer.from(`${lookup.id}:${lookup.secret}`).toString("base64");
  const response = await fetch(`${issuer}/token/introspection`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ token }),
  });
  const found = introspection.safeParse(await response.json());
  if (!found.success) throw new OAuthError(OAuthErrorCode.InvalidToken, "It is not active.");
  const { client_id: clientId, exp: expiresAt, aud, scope, sub } = found.data;
  const about = { token, clientId, expiresAt, scopes: scope.split(" ") };
  return { ...about, resource: new URL(aud), extra: { sub } };
}
