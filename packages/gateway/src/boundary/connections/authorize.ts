import { timingSafeEqual } from "node:crypto";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import * as oauth from "oauth4webapi";
import { EgressFailure } from "../egress/egress-failure.ts";
import type { Secret } from "../secrets/secret.ts";
import { failed } from "./discover.ts";
import { type Granted, UnreadableGrant } from "./granted.ts";
import type { ProviderClient } from "./provider.ts";
import { openRedirectListener } from "./redirect-listener.ts";
import { serverOf } from "./server-of.ts";
import type { Provider } from "./settings.ts";

export interface AuthorizeDependencies {
  readonly client: Pick<ProviderClient, "ask">;
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
}

export interface Authorization {
  readonly provider: Provider;
  readonly clientSecret?: Secret;
  /** Port of the redirect listener. 0 selects any free port. */
  readonly port: number;
  /** Shows the authorization address to the person. */
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

export type Authorize = (authorization: Authorization) => Promise<Granted>;

const timeoutMs = 5 * 60_000;

/**
 * Creates the authorization by a person: authorization code with PKCE (S256), state, and an exact
 * redirect.
 */
export function createAuthorize(dependencies: AuthorizeDependencies): Authorize {
  const { client, clock, randomBytes } = dependencies;
  const random = (): string => Buffer.from(randomBytes(32)).toString("base64url");

  return async ({ provider, clientSecret, port, show, signal }) => {
    if (provider.authorizeUrl === undefined) throw failed("unreadable");
    const [state, verifier] = [random(), random()];
    await using listener = await openRedirectListener(port, (answer) => hasState(answer, state));
    const { redirectUri } = listener;
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const asking = { redirectUri, state, challenge };
    show(`Open this address in a browser and say yes there:\n${addressOf(provider, asking)}`);
    const answer = await withTimeout({ clock, ms: timeoutMs, signal }, () => listener.answer).catch(
      (error: unknown) => {
        throw error instanceof TimeoutError ? failed("too-late") : error;
      },
    );
    const code = { kind: "code", answer: checked(provider, answer, state), redirectUri, verifier };
    const rest = { signal, ...(clientSecret !== undefined && { clientSecret }) };
    return await client.ask(provider, { ...code, kind: "code" }, rest).catch((error: unknown) => {
      throw troubleOf(error);
    });
  };
}

function addressOf(
  { authorizeUrl = "", clientId, scope, resource }: Provider,
  asking: { readonly redirectUri: string; readonly state: string; readonly challenge: string },
): string {
  const url = new URL(authorizeUrl);
  const wanted = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: asking.redirectUri,
    state: asking.state,
    code_challenge: asking.challenge,
    code_challenge_method: "S256",
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
  };
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
  return url.href;
}

function hasState(answer: URLSearchParams, state: string): boolean {
  const [given, ...others] = answer.getAll("state").map((text) => Buffer.from(text));
  const wanted = Buffer.from(state);
  if (given?.length !== wanted.length || others.length > 0) return false;
  return timingSafeEqual(given, wanted);
}

/**
 * Validates the state and the issuer of an answer (RFC 9207). Drops the library's error, which
 * could quote the answer.
 */
function checked(provider: Provider, answer: URLSearchParams, state: string): URLSearchParams {
  if (answer.has("iss") && provider.issuer === undefined) throw failed("no-issuer");
  const client = { client_id: provider.clientId };
  try {
    return oauth.validateAuthResponse(serverOf(provider), client, answer, state);
  } catch (error) {
    const isNo = error instanceof oauth.AuthorizationResponseError;
    throw failed(isNo ? "denied" : "issuer");
  }
}

function troubleOf(error: unknown): unknown {
  if (error instanceof UnreadableGrant) return failed("unreadable");
  if (!(error instanceof EgressFailure)) return error;
  const { status = 0 } = error.details;
  return failed(status >= 400 && status < 500 ? "denied" : "unreachable");
}
