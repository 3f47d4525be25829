import type { ConsoleTrouble } from "@toolcourt/contracts/internal/errors/console-catalog";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import {
  type BegunAtProvider,
  BrowserLogin,
  type LoginTokens,
} from "../boundary/connections/browser-login.ts";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import type { LoginConfig } from "../config/console.ts";
import type { AuthConfig } from "../config/server.ts";
import { principalFrom } from "../edge/callers.ts";
import type { LoginIssuer } from "../edge/console/pending-logins.ts";
import type { SessionOwner } from "../edge/console/sessions.ts";
import type { Authentication } from "../governance/identity/authenticate.ts";
import type { Identities } from "../governance/identity/create-identities.ts";
import type { AuthenticationFailure } from "../governance/identity/identity.ts";
import { LoginProvider } from "./login-provider.ts";
import { LoginTrust, type Trusted } from "./login-trust.ts";
import { clientOnDemand, openProviderDoors } from "./open-connections.ts";
import { IssuerKeys } from "./open-keys.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

export interface LoginParts {
  readonly identities: Pick<Identities, "authenticate" | "outcomes">;
  /** Who is trusted now. */
  readonly auth: () => AuthConfig;
  readonly ca: string | undefined;
  readonly runtime: Pick<ProcessRuntime, "clock" | "random" | "randomBytes" | "lookup" | "dial">;
  readonly stack: AsyncDisposableStack;
}

const lookMs = 1_000;

/** Opens the login at the issuer that the configuration names. */
export async function openLogin(login: LoginConfig, parts: LoginParts): Promise<LoginIssuer> {
  const { auth, ca, runtime, stack } = parts;
  const { clock, randomBytes } = runtime;
  const { door } = stack.use(openProviderDoors({ ...runtime, ca, addresses: "any" }));
  const keys = stack.use(new IssuerKeys({ ...runtime, ca }));
  const fetchOf = (issuer: Trusted["issuer"]) => keys.of([issuer]);
  const trust = new LoginTrust({ issuer: login.issuer, auth, fetchOf, clock });
  // Sessions end with the trust, also without a request.
  stack.use(await poll({ clock, everyMs: lookMs, look: async () => void trust.now() }));
  const closing = new AbortController();
  stack.defer(() => closing.abort());
  const holdSecret = createHoldSecret(randomBytes(32));
  const client = clientOnDemand({ door, holdSecret, clock, randomBytes });
  const provider = new LoginProvider({ clock, door, login, auth }).current;
  const clientSecret =
    login.clientSecret === undefined ? undefined : holdSecret(login.clientSecret);
  const browser = new BrowserLogin({ client, provider, clientSecret, randomBytes });
  const { signal } = closing;
  return {
    host: URL.parse(login.issuer)?.host ?? login.issuer,
    begin: async (redirectUri) => {
      const { address, begun } = await browser.begin(redirectUri, signal);
      const { state } = begun;
      return {
        address,
        state,
        finish: async (answer, from) => {
          const trusted = trust.now();
          if (trusted === undefined) throw refused("login-unfit");
          const tokens = await browser.finish(begun, answer, signal);
          const checking = { trusted, client: from, identities: parts.identities };
          await requireProof(tokens, begun, checking);
          return ownerBy(tokens, checking);
        },
      };
    },
  };
}

interface Checking extends Pick<LoginParts, "identities"> {
  readonly trusted: Trusted;
  /** The address of the client, for the log. */
  readonly client: string | undefined;
}

/** The ID token proves that this browser's person signed in, for us, now. */
async function requireProof(
  { accessToken, idToken }: LoginTokens,
  { nonce, provider: { clientId } }: BegunAtProvider,
  checking: Checking,
): Promise<void> {
  const verdict = await checking.trusted.check(idToken, { clientId, nonce, accessToken });
  if (verdict.kind === "proven") return;
  if (verdict.kind === "unavailable") throw noted("keys-unavailable", "login-issuer", checking);
  throw noted(verdict.because, "login-proof", checking);
}

/**
 * Returns the principal that the tokens give to a caller, by the very function that authenticates
 * callers: so a person in the console is the same as with a client. An issuer whose access tokens
 * are not for us may have callers that show ID tokens.
 */
async function ownerBy(
  { accessToken, idToken }: LoginTokens,
  checking: Checking,
): Promise<SessionOwner> {
  const { identities, trusted } = checking;
  const first = await identities.authenticate(`Bearer ${accessToken}`);
  const found = isOf(trusted, first) ? first : await identities.authenticate(`Bearer ${idToken}`);
  if (isOf(trusted, found)) {
    const { identity, endsAt } = found;
    identities.outcomes?.verified(identity, endsAt);
    return { principal: principalFrom(identity), endsAt, until: trusted.ended };
  }
  if (first.kind === "unavailable") throw noted("keys-unavailable", "login-issuer", checking);
  const { because = "not-for-us" } = (first.kind === "refused" ? first.reason : undefined) ?? {};
  throw noted(because, "login-caller", checking);
}

/** A token of another issuer, or a key, is not what the person signed in with. */
function isOf(
  { issuer: { issuer } }: Trusted,
  found: Authentication,
): found is Extract<Authentication, { readonly kind: "authenticated" }> {
  return found.kind === "authenticated" && found.identity.claims?.["iss"] === issuer;
}

function noted(
  because: AuthenticationFailure["because"],
  trouble: ConsoleTrouble,
  { identities, trusted, client }: Checking,
): Refusal<"console-refused"> {
  identities.outcomes?.refused({ because, issuer: trusted.issuer.name, client });
  return refused(trouble);
}

function refused(because: ConsoleTrouble): Refusal<"console-refused"> {
  return new Refusal("console-refused", { because });
}
