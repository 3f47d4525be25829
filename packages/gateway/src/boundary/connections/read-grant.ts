import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import type { Secret } from "../secrets/secret.ts";
import { type Asking, serverOf, tokenTypes } from "./asking.ts";
import { type Granted, UnreadableGrant } from "./granted.ts";
import type { Provider } from "./settings.ts";

interface GrantReading {
  readonly asking: Asking;
  readonly provider: Provider;
  readonly holdSecret: (value: string) => Secret;
}

const readers = {
  refresh: oauth.processRefreshTokenResponse,
  "client-credentials": oauth.processClientCredentialsResponse,
  device: oauth.processDeviceCodeResponse,
  code: oauth.processAuthorizationCodeResponse,
  exchange: (server, client, response) =>
    oauth.processGenericTokenEndpointResponse(server, client, response, {
      // The type of a token that is no access token (RFC 8693, 2.2.1).
      recognizedTokenTypes: { n_a: () => undefined },
    }),
  assertion: oauth.processGenericTokenEndpointResponse,
} satisfies Record<Asking["kind"], Reader>;

type Reader = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  response: Response,
) => Promise<oauth.TokenEndpointResponse>;

/** Parses the answer of a token endpoint. Throws an `UnreadableGrant` if it is not valid OAuth. */
export async function readGrant(
  response: Response,
  { asking, provider, holdSecret }: GrantReading,
): Promise<Granted> {
  const said = await answerOf(response);
  const answer = await readers[asking.kind](
    serverOf(provider),
    { client_id: provider.clientId },
    legible(said, response),
  ).catch(() => undefined);
  if (answer === undefined || !isWanted(answer, asking) || !isSendable(answer.access_token)) {
    throw new UnreadableGrant("The answer is not a token of the wanted type.");
  }
  const { access_token, refresh_token, expires_in, scope } = answer;
  // A refresh token is what `offline_access` asks for, whether or not the answer lists it.
  const withheld = withheldOf(provider.scope, scope).filter(
    (each) => each !== "offline_access" || refresh_token === undefined,
  );
  const idToken = readIdToken(said["id_token"], { asking, provider, holdSecret });
  return {
    accessToken: holdSecret(access_token),
    ...(refresh_token !== undefined && { refreshToken: holdSecret(refresh_token) }),
    ...(expires_in !== undefined && { endsInMs: Math.min(expires_in * 1_000, maxMs) }),
    ...(withheld.length > 0 && { withheld }),
    ...defined({ idToken }),
  };
}

/** Cap on lifetimes: a longer one could not be represented as a date. */
const maxMs = 10 * 365 * 24 * 60 * 60 * 1_000;

/** The answer to an exchange names its type: a token of another type would not be understood. */
function isWanted(answer: oauth.TokenEndpointResponse, asking: Asking): boolean {
  if (asking.kind !== "exchange") return answer.token_type === "bearer";
  const type = asking.wanted === "id-jag" ? "n_a" : "bearer";
  return answer.token_type === type && answer["issued_token_type"] === tokenTypes[asking.wanted];
}

async function answerOf(response: Response): Promise<JsonObject> {
  const text = await response.text();
  try {
    const answer = parseJson(text);
    if (isJsonObject(answer)) return answer;
  } catch {
    // The parser's error would quote the answer.
  }
  throw new UnreadableGrant("The answer is no object.");
}

/**
 * Removes the parts that would cause a needless refusal. The library would judge the ID token, which
 * most logins do not need. An invalid lifetime, such as 0 for never, counts as unset. Refusing it
 * would lose a refresh token that replaced the old one.
 */
function legible(answer: JsonObject, { status, headers }: Response): Response {
  const { id_token: _person, expires_in, ...rest } = answer;
  const seconds = typeof expires_in === "string" ? Number.parseFloat(expires_in) : expires_in;
  const isEnd = typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 1;
  const kept: JsonObject = { ...rest, ...(isEnd && { expires_in: seconds }) };
  return new Response(JSON.stringify(kept), { status, headers });
}

/**
 * Returns the ID token of a login with the scope `openid`, if it is from the issuer and for our own
 * client. Its signature is not needed: it came from the token endpoint (OpenID Connect, 3.1.3.7).
 */
function readIdToken(
  token: JsonValue | undefined,
  { asking, provider, holdSecret }: GrantReading,
): Granted["idToken"] {
  const isLogin = ["code", "device", "refresh"].includes(asking.kind);
  const isAsked = provider.scope?.split(" ").includes("openid") === true;
  if (!isLogin || !isAsked || typeof token !== "string") return undefined;
  const endsAt = isSendable(token) ? endOfOurs(token, provider) : undefined;
  return endsAt === undefined ? undefined : { token: holdSecret(token), endsAt };
}

/** Returns undefined for a token that is not for our client, or not from its issuer. */
function endOfOurs(token: string, { clientId, issuer }: Provider): number | undefined {
  try {
    const { iss, aud = [], exp } = decodeJwt(token);
    const isOurs = [aud].flat().includes(clientId) && iss === issuer;
    return isOurs && exp !== undefined ? exp * 1_000 : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reports whether a token fits in a header. Very short tokens are refused too, since redacting them
 * would damage ordinary text.
 */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]{8,16384}$/.test(token);
}

/**
 * Returns the requested scopes that were not granted. If the answer names none, all were granted.
 */
function withheldOf(wanted: string | undefined, granted: string | undefined): readonly string[] {
  if (wanted === undefined || granted === undefined) return [];
  const given = new Set(granted.split(" "));
  return wanted.split(" ").filter((each) => each !== "" && !given.has(each));
}
