import type { ConsoleTrouble } from "@toolcourt/contracts/internal/errors/console-catalog";
import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import * as oauth from "oauth4webapi";
import { EgressFailure } from "../egress/egress-failure.ts";
import { openSecret, type Secret } from "../secrets/secret.ts";
import { authorizationAddress, checkAnswer } from "./authorization-request.ts";
import { UnreadableGrant } from "./granted.ts";
import type { ProviderClient } from "./provider.ts";
import type { Provider } from "./settings.ts";

export interface BrowserLoginDeps extends Pick<Runtime, "randomBytes"> {
  readonly client: Pick<ProviderClient, "ask">;
  /** Returns the provider, with the endpoints that are in force now. */
  readonly provider: (signal: AbortSignal) => Promise<Provider>;
  /** Default: our client has none. */
  readonly clientSecret?: Secret | undefined;
}

/** A login that a person has begun and not ended. It never leaves the gateway. */
export interface BegunAtProvider {
  readonly provider: Provider;
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What a login brings, for one check. Not kept. */
export interface LoginTokens {
  readonly accessToken: string;
  readonly idToken: string;
}

/** Signs a person in by a browser that comes back to us: authorization code with PKCE (S256). */
export class BrowserLogin {
  readonly #deps: BrowserLoginDeps;

  constructor(deps: BrowserLoginDeps) {
    this.#deps = deps;
  }

  /** Returns the address to send the browser to. Throws a `Refusal`. */
  async begin(
    redirectUri: string,
    signal: AbortSignal,
  ): Promise<{ readonly address: string; readonly begun: BegunAtProvider }> {
    const provider = await this.#deps.provider(signal).catch((error: unknown): never => {
      throw unfit(error);
    });
    const [state, nonce, verifier] = [this.#random(), this.#random(), this.#random()];
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const address = authorizationAddress(provider, { redirectUri, state, challenge, nonce });
    return { address, begun: { provider, redirectUri, state, nonce, verifier } };
  }

  /** Exchanges the code of an answer. Throws a `Refusal`. */
  async finish(
    { provider, redirectUri, state, verifier }: BegunAtProvider,
    given: URLSearchParams,
    signal: AbortSignal,
  ): Promise<LoginTokens> {
    const { client, clientSecret } = this.#deps;
    const checked = checkAnswer(provider, given, state);
    if (checked.kind === "foreign") throw refused("login-proof");
    if (checked.kind === "refused") throw refused(whyRefused.get(checked.error) ?? "login-denied");
    const { answer } = checked;
    const rest = { signal, ...(clientSecret !== undefined && { clientSecret }) };
    const granted = await client
      .ask(provider, { kind: "code", answer, redirectUri, verifier }, rest)
      .catch((error: unknown): never => {
        throw notGranted(error);
      });
    // Read only where it is of the issuer, for our client.
    if (granted.idToken === undefined) throw refused("login-proof");
    const { accessToken, idToken } = granted;
    return { accessToken: openSecret(accessToken), idToken: openSecret(idToken.token) };
  }

  #random(): string {
    return Buffer.from(this.#deps.randomBytes(32)).toString("base64url");
  }
}

/** Errors of an answer (RFC 6749, 4.1.2.1) that do not mean that the person may not sign in. */
const whyRefused: ReadonlyMap<string, ConsoleTrouble> = new Map<string, ConsoleTrouble>([
  ["invalid_request", "login-client"],
  ["invalid_scope", "login-client"],
  ["invalid_target", "login-client"],
  ["unauthorized_client", "login-client"],
  ["unsupported_response_type", "login-client"],
  ["server_error", "login-issuer"],
  ["temporarily_unavailable", "login-issuer"],
]);

function unfit(error: unknown): unknown {
  if (!hasCode(error, "authorization-failed")) return error;
  const { because } = error.details;
  return refused(because === "unreachable" ? "login-issuer" : "login-unfit");
}

function notGranted(error: unknown): unknown {
  if (error instanceof UnreadableGrant) return refused("login-proof");
  if (!(error instanceof EgressFailure)) return error;
  const { status = 0 } = error.details;
  return refused(status >= 400 && status < 500 ? "login-client" : "login-issuer");
}

function refused(because: ConsoleTrouble): Refusal<"console-refused"> {
  return new Refusal("console-refused", { because });
}
