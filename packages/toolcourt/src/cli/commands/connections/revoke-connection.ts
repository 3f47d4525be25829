import {
  type RevokedThere,
  revocationOf,
} from "@toolcourt/gateway/internal/boundary/connections/revoke-at-provider";
import { readConnection } from "@toolcourt/gateway/internal/boundary/connections/settings";
import type { StoredConnection } from "@toolcourt/gateway/internal/stores/connection-store";
import type { Desk } from "./connection-desk.ts";

/**
 * Limit of retries after concurrent changes. A gateway that renews the token must not prevent
 * revocation.
 */
const mostTries = 5;

/** Revokes a connection locally, which is decisive, and then at the provider. */
export async function revokeStored(
  { opened, context }: Pick<Desk, "opened" | "context">,
  stored: StoredConnection,
): Promise<{ readonly revoked: StoredConnection | undefined; readonly there?: RevokedThere }> {
  let current: StoredConnection | undefined = stored;
  for (let tries = 0; tries < mostTries && current !== undefined; tries += 1) {
    const connection = readConnection(current);
    const tell = connection && (await revocationOf(connection, opened));
    const revoked = await opened.desk.revoke(current, opened.operator);
    if (revoked !== undefined) {
      const there = (await tell?.(context.signal)) ?? "not-asked";
      if (there === "failed") context.terminal.err(untold);
      return { revoked, there };
    }
    current = await opened.desk.find(stored.id);
  }
  return { revoked: undefined };
}

const untold = "Its provider could not be told: revoke its tokens there as well.";
