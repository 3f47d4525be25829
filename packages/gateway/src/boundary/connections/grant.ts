import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { EgressFailure } from "../egress/egress-failure.ts";
import type { SecretRegistry } from "../redaction/secret-registry.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import { openSecret, type Secret } from "../secrets/secret.ts";
import type { Asking } from "./asking.ts";
import { type Granted, type GrantOutcome, UnreadableGrant } from "./granted.ts";
import { type FindIdentity, grantByIdentity, type Identity } from "./identity.ts";
import { orUnavailable } from "./open-credential.ts";
import type { ProviderClient } from "./provider.ts";
import { openField, type Renewable, type RenewableSettings } from "./settings.ts";
import { type AssertionDeps, readAssertion } from "./token-file.ts";

export interface GrantDeps extends AssertionDeps {
  readonly client: Pick<ProviderClient, "ask">;
  readonly vault: Pick<CurrentVault, "open">;
  readonly registry: Pick<SecretRegistry, "hold">;
  readonly findIdentity: FindIdentity;
  /** Aborts when the gateway closes. */
  readonly signal: AbortSignal;
}

/** Permanent errors of providers (RFC 6749, 5.2; OpenID Connect Core, 3.1.2.6). */
const final: ReadonlySet<string> = new Set(
  `invalid_grant invalid_client unauthorized_client unsupported_grant_type invalid_scope
   invalid_target access_denied interaction_required consent_required login_required`.split(/\s+/),
);

/** Requests a token with the scopes of the connection, or with those given. */
export type Grant = (connection: Renewable, scope?: string) => Promise<GrantOutcome>;

/** Requests a token from the provider, once. Holds the secrets only during the request. */
export function createGrant(deps: GrantDeps): Grant {
  const { client, vault, registry, signal } = deps;
  return async (connection, scope) => {
    const open = (field: string): Promise<Secret | undefined> =>
      orUnavailable(connection.stored.name, () => openField(vault, connection, field));
    const clientSecret = await proofFor(connection, open, deps);
    if (clientSecret === "none") return { kind: "unavailable", because: "file" };
    const refreshToken = await open("refresh_token");
    const identity = await identityOf(connection, deps);
    if (identity === "none") return { kind: "unavailable", because: "login" };
    using holds = new DisposableStack();
    const { idToken, clientSecret: itsSecret } = identity ?? {};
    const secrets = [clientSecret, refreshToken, idToken, itsSecret];
    for (const secret of secrets.filter((each) => each !== undefined)) {
      holds.use(registry.hold(secret));
    }
    const { kind } = connection.settings;
    const provider = { ...connection.settings.provider, ...defined({ scope }) };
    const target = { provider, ...defined({ clientSecret }) };
    const asking = askingOf(kind, refreshToken);
    try {
      if (identity !== undefined) {
        return granted(await grantByIdentity(client, { identity, target }, signal));
      }
      if (asking === undefined) return { kind: "refused" };
      return granted(await client.ask(provider, asking, { signal, ...defined({ clientSecret }) }));
    } catch (error) {
      return outcomeOf(error);
    }
  };
}

/**
 * Returns the secret of our client, or what another issuer signed about it now. The path is sealed:
 * write access to the store must not redirect which file is sent.
 */
async function proofFor(
  { settings }: Renewable,
  open: (field: string) => Promise<Secret | undefined>,
  deps: AssertionDeps,
): Promise<Secret | undefined | "none"> {
  if (settings.kind !== "client-assertion") return open("client_secret");
  const file = await open("file");
  return (file && (await readAssertion(openSecret(file), deps))) ?? "none";
}

/** Returns undefined for a connection that needs no login elsewhere. */
async function identityOf(
  { stored: { owner, tenant }, settings }: Renewable,
  { findIdentity }: GrantDeps,
): Promise<Identity | undefined | "none"> {
  if (settings.kind !== "id-jag") return undefined;
  return (await findIdentity(settings.login, { id: owner, tenant })) ?? "none";
}

/** Returns undefined if there is no means to renew. Such a token simply expires. */
function askingOf(
  kind: RenewableSettings["kind"],
  refreshToken: Secret | undefined,
): Asking | undefined {
  if (kind === "client-credentials" || kind === "client-assertion") {
    return { kind: "client-credentials" };
  }
  return kind === "oauth" && refreshToken !== undefined
    ? { kind: "refresh", refreshToken }
    : undefined;
}

function granted(given: Granted): GrantOutcome {
  return { kind: "granted", granted: given };
}

/** Tells a permanent no from no usable answer. */
export function outcomeOf(error: unknown): Exclude<GrantOutcome, { readonly kind: "granted" }> {
  if (error instanceof UnreadableGrant) return { kind: "unavailable" };
  if (!(error instanceof EgressFailure)) throw error;
  const { status = 0, code = "" } = error.details;
  const isNo = status >= 400 && status < 500 && final.has(code);
  return { kind: isNo ? "refused" : "unavailable" };
}
