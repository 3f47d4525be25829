import { EgressFailure } from "../egress/egress-failure.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import type { Secret } from "../secrets/secret.ts";
import { VaultError } from "../secrets/vault-error.ts";
import type { ProviderClient } from "./provider.ts";
import { openField } from "./sealed-fields.ts";
import { isRenewable, type ReadConnection } from "./settings.ts";

export interface RevokeDependencies {
  readonly client: Pick<ProviderClient, "revoke">;
  readonly vault: Pick<CurrentVault, "open">;
}

/** Whether the provider took it. `not-asked`: there is nobody to ask, or nothing left to ask with. */
export type RevokedThere = "revoked" | "failed" | "not-asked";

const nobody = async (): Promise<RevokedThere> => "not-asked";

/**
 * Opens what a provider needs to revoke a token, while it is there: revoking a connection here destroys it.
 * What is given back asks the provider.
 */
export async function revocationOf(
  connection: ReadConnection,
  { client, vault }: RevokeDependencies,
): Promise<(signal: AbortSignal) => Promise<RevokedThere>> {
  if (!isRenewable(connection) || connection.settings.provider.revokeUrl === undefined) {
    return nobody;
  }
  const open = (field: string): Promise<Secret | undefined> =>
    openField(vault, connection, field).catch((error: unknown) => {
      // A connection that cannot be opened can be revoked all the same.
      if (error instanceof VaultError) return undefined;
      throw error;
    });
  const token = (await open("refresh_token")) ?? (await open("access_token"));
  const clientSecret = await open("client_secret");
  if (token === undefined) return nobody;
  const { provider } = connection.settings;
  return async (signal) => {
    const rest = { signal, ...(clientSecret !== undefined && { clientSecret }) };
    try {
      await client.revoke(provider, token, rest);
      return "revoked";
    } catch (error) {
      if (error instanceof EgressFailure) return "failed";
      throw error;
    }
  };
}
