import { EgressFailure } from "../egress/egress-failure.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import type { Secret } from "../secrets/secret.ts";
import { VaultError } from "../secrets/vault-error.ts";
import type { Granted } from "./granted.ts";
import type { ProviderClient } from "./provider.ts";
import { isRenewable, openField, type ReadConnection, type Renewable } from "./settings.ts";

export interface RevokeDeps {
  readonly client: Pick<ProviderClient, "revoke">;
  readonly vault: Pick<CurrentVault, "open">;
}

/** Whether the provider revoked it. `not-asked`: there is no endpoint, or no token left. */
export type RevokedThere = "revoked" | "failed" | "not-asked";

const skipRevocation = async (): Promise<RevokedThere> => "not-asked";

/**
 * Opens the secrets needed to revoke at the provider before the local revocation destroys them.
 * Returns the function that asks the provider.
 */
export async function revocationOf(
  connection: ReadConnection,
  deps: RevokeDeps,
): Promise<(signal: AbortSignal) => Promise<RevokedThere>> {
  if (!isRenewable(connection) || connection.settings.provider.revokeUrl === undefined) {
    return skipRevocation;
  }
  const open = opening(connection, deps);
  const [refreshToken, accessToken] = [await open("refresh_token"), await open("access_token")];
  const tokens = [refreshToken, accessToken].flatMap((token) => token ?? []);
  const clientSecret = await open("client_secret");
  if (tokens.length === 0) return skipRevocation;
  return (signal) => revoking(connection, deps, { tokens, clientSecret, signal });
}

/** Revokes a grant that arrived after its connection was revoked. No other code knows about it. */
export function createGiveBack(
  deps: RevokeDeps & { readonly signal: AbortSignal },
): (connection: Renewable, granted: Granted) => Promise<RevokedThere> {
  const { signal } = deps;
  return async (connection, { accessToken, refreshToken }) => {
    if (connection.settings.provider.revokeUrl === undefined) return "not-asked";
    const clientSecret = await opening(connection, deps)("client_secret");
    const tokens = refreshToken === undefined ? [accessToken] : [refreshToken, accessToken];
    return revoking(connection, deps, { tokens, clientSecret, signal });
  };
}

interface Revoking {
  /** Refresh token first: revoking it does not end the access token at every provider. */
  readonly tokens: readonly Secret[];
  readonly clientSecret: Secret | undefined;
  readonly signal: AbortSignal;
}

async function revoking(
  { settings: { provider } }: Renewable,
  { client }: RevokeDeps,
  { tokens, clientSecret, signal }: Revoking,
): Promise<RevokedThere> {
  const rest = { signal, ...(clientSecret !== undefined && { clientSecret }) };
  try {
    for (const token of tokens) await client.revoke(provider, token, rest);
    return "revoked";
  } catch (error) {
    if (error instanceof EgressFailure) return "failed";
    throw error;
  }
}

/** Opens the secrets. A connection that cannot be opened can still be revoked. */
function opening(
  connection: Renewable,
  { vault }: RevokeDeps,
): (field: string) => Promise<Secret | undefined> {
  return (field) =>
    openField(vault, connection, field).catch((error: unknown) => {
      if (error instanceof VaultError) return undefined;
      throw error;
    });
}
