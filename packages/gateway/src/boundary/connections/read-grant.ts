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

/** Reads what a token endpoint has granted. Throws an `UnreadableGrant` for whatever is none of OAuth. */
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

/** Whatever is said to last longer lasts this long: times that no calendar has could not be written down. */
const longestMs = 10 * 365 * 24 * 60 * 60 * 1_000;

/**
 * The answer without what would have it refused for nothing. Who the person is does not matter here, so
 * nothing that says it is held against the rest. An end that is none, such as the 0 of those who mean never,
 * counts as not said: to refuse it would lose a refresh token that was exchanged for the old one.
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
 * A token that could not stand in a header is no token. One of a few characters cannot be kept out of texts
 * either: they would be taken out of every text that has them by chance.
 */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]{8,16384}$/.test(token);
}

/** What was asked for and is not granted, in the words of whoever asked. Where nothing is said, all of it is. */
function withheldOf(asked: string | undefined, granted: string | undefined): readonly string[] {
  if (asked === undefined || granted === undefined) return [];
  const given = new Set(granted.split(" "));
  return asked.split(" ").filter((each) => each !== "" && !given.has(each));
}
