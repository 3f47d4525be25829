import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import * as oauth from "oauth4webapi";
import type { Secret } from "../secrets/secret.ts";
import { type Granted, UnreadableGrant } from "./granted.ts";
import type { Asking } from "./provider.ts";
import { serverOf } from "./server-of.ts";
import type { Provider } from "./settings.ts";

export interface GrantReading {
  readonly asking: Asking["kind"];
  readonly provider: Provider;
  readonly holdSecret: (value: string) => Secret;
}

const readers = {
  refresh: oauth.processRefreshTokenResponse,
  "client-credentials": oauth.processClientCredentialsResponse,
  code: oauth.processAuthorizationCodeResponse,
} satisfies Record<Asking["kind"], unknown>;

/** Parses the answer of a token endpoint. Throws an `UnreadableGrant` if it is not valid OAuth. */
export async function readGrant(
  response: Response,
  { asking, provider, holdSecret }: GrantReading,
): Promise<Granted> {
  const client = { client_id: provider.clientId };
  const answer = await legible(response)
    .then((legibly) => readers[asking](serverOf(provider), client, legibly))
    .catch(() => undefined);
  if (answer?.token_type !== "bearer" || !isSendable(answer.access_token)) {
    throw new UnreadableGrant("The answer is not a bearer token.");
  }
  const { access_token, refresh_token, expires_in, scope } = answer;
  const withheld = withheldOf(provider.scope, scope);
  return {
    accessToken: holdSecret(access_token),
    ...(refresh_token !== undefined && { refreshToken: holdSecret(refresh_token) }),
    ...(expires_in !== undefined && { endsInMs: Math.min(expires_in * 1_000, longestMs) }),
    ...(withheld.length > 0 && { withheld }),
  };
}

/** Cap on lifetimes: a longer one could not be represented as a date. */
const longestMs = 10 * 365 * 24 * 60 * 60 * 1_000;

/**
 * Removes the parts that would cause a needless refusal. The identity of the person is irrelevant,
 * so the ID token is dropped. An invalid lifetime, such as 0 for never, counts as unset. Refusing
 * it would lose a refresh token that replaced the old one.
 */
async function legible(response: Response): Promise<Response> {
  const answer = parseJson(await response.text());
  if (!isJsonObject(answer)) throw new UnreadableGrant("The answer is no object.");
  const { id_token: _person, expires_in, ...rest } = answer;
  const seconds = typeof expires_in === "string" ? Number.parseFloat(expires_in) : expires_in;
  const isEnd = typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 1;
  const kept: JsonObject = { ...rest, ...(isEnd && { expires_in: seconds }) };
  const { status, headers } = response;
  return new Response(JSON.stringify(kept), { status, headers });
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
function withheldOf(asked: string | undefined, granted: string | undefined): readonly string[] {
  if (asked === undefined || granted === undefined) return [];
  const given = new Set(granted.split(" "));
  return asked.split(" ").filter((each) => each !== "" && !given.has(each));
}
