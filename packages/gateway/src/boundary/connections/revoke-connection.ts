import type { StoredConnection } from "../../stores/connection-store.ts";
import type { ConnectionAdmin } from "./connection-admin.ts";
import { type RevokeDeps, type RevokedThere, revocationOf } from "./revoke-at-provider.ts";
import { readConnection } from "./settings.ts";

export interface Revoking extends RevokeDeps {
  readonly admin: Pick<ConnectionAdmin, "revoke" | "find">;
  readonly by: string;
  /** Ends the wait for the provider. The connection is revoked here by then. */
  readonly signal: AbortSignal;
}

/** A revoked connection. Undefined if it was changed concurrently too often. */
export interface Revocation {
  readonly revoked: StoredConnection | undefined;
  readonly there?: RevokedThere;
}

/**
 * Limit of retries after concurrent changes. A gateway that renews the token must not prevent
 * revocation.
 */
const maxTries = 5;

/** Revokes a connection locally, which is decisive, and then at the provider. */
export async function revokeConnection(
  stored: StoredConnection,
  { admin, by, signal, ...deps }: Revoking,
): Promise<Revocation> {
  let current: StoredConnection | undefined = stored;
  for (let tries = 0; tries < maxTries && current !== undefined; tries += 1) {
    const connection = readConnection(current);
    const revokeThere = connection && (await revocationOf(connection, deps));
    const revoked = await admin.revoke(current, by);
    if (revoked !== undefined) {
      return { revoked, there: (await revokeThere?.(signal)) ?? "not-asked" };
    }
    current = await admin.find(stored.id);
  }
  return { revoked: undefined };
}
