import { EgressFailure } from "../egress/egress-failure.ts";
import type { SecretRegistry } from "../redaction/secret-registry.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import type { Secret } from "../secrets/secret.ts";
import { type GrantOutcome, UnreadableGrant } from "./granted.ts";
import { orUnavailable } from "./open-credential.ts";
import type { Asking, ProviderClient } from "./provider.ts";
import { openField, type Renewable, type RenewableSettings } from "./settings.ts";

export interface GrantDeps {
  readonly client: Pick<ProviderClient, "ask">;
  readonly vault: Pick<CurrentVault, "open">;
  readonly registry: Pick<SecretRegistry, "hold">;
  /** Aborts when the gateway closes. */
  readonly signal: AbortSignal;
}

/** Permanent errors of providers (RFC 6749, 5.2; OpenID Connect Core, 3.1.2.6). */
const final: ReadonlySet<string> = new Set(
  `invalid_grant invalid_client unauthorized_client unsupported_grant_type invalid_scope
   access_denied interaction_required consent_required login_required`.split(/\s+/),
);

/** Requests a token from the provider, once. Holds the secrets only during the request. */
export function createGrant(deps: GrantDeps): (connection: Renewable) => Promise<GrantOutcome> {
  const { client, vault, registry, signal } = deps;
  return async (connection) => {
    const open = (field: string): Promise<Secret | undefined> =>
      orUnavailable(connection.stored.name, () => openField(vault, connection, field));
    const clientSecret = await open("client_secret");
    const refreshToken = await open("refresh_token");
    using holds = new DisposableStack();
    for (const secret of [clientSecret, refreshToken]) {
      if (secret !== undefined) holds.use(registry.hold(secret));
    }
    const { kind, provider } = connection.settings;
    const asking = askingOf(kind, refreshToken);
    if (asking === undefined) return { kind: "refused" };
    const rest = { signal, ...(clientSecret !== undefined && { clientSecret }) };
    try {
      return { kind: "granted", granted: await client.ask(provider, asking, rest) };
    } catch (error) {
      return outcomeOf(error);
    }
  };
}

/** Returns undefined if there is no means to renew. Such a token simply expires. */
function askingOf(
  kind: RenewableSettings["kind"],
  refreshToken: Secret | undefined,
): Asking | undefined {
  if (kind === "client-credentials") return { kind };
  return refreshToken && { kind: "refresh", refreshToken };
}

function outcomeOf(error: unknown): GrantOutcome {
  if (error instanceof UnreadableGrant) return { kind: "unavailable" };
  if (!(error instanceof EgressFailure)) throw error;
  const { status = 0, code = "" } = error.details;
  const isNo = status >= 400 && status < 500 && final.has(code);
  return { kind: isNo ? "refused" : "unavailable" };
}
