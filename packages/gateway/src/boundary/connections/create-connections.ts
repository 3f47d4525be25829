import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { ConnectionStore } from "../../stores/connection-store.ts";
import { checkFits, checkStanding } from "./check-use.ts";
import type { Connections, UsableConnection } from "./connections.ts";
import { findConnection, missing, seekConnection } from "./find-connection.ts";
import type { HeldCredential, HeldCredentials } from "./held-credentials.ts";
import { type OpenCredential, orUnavailable } from "./open-credential.ts";
import { isDue, type Renew } from "./renew.ts";
import { isRenewable, type ReadConnection, readConnection } from "./settings.ts";
import { createSingleFlight } from "./single-flight.ts";

export interface ConnectionsDependencies {
  readonly store: Pick<ConnectionStore, "find" | "list">;
  readonly clock: Clock;
  readonly held: HeldCredentials;
  readonly openCredential: OpenCredential;
  /** Returns the connection with a valid token, possibly renewed by another gateway. */
  readonly renew: Renew;
}

/** Longer than the provider's timeout plus the wait for another gateway's renewal. */
const timeoutMs = 60_000;
/** Limits renewals if a target refuses every token. */
const leastAgeMs = 30_000;

/**
 * Creates the connections of a gateway. Reads the store on each use, so that a revocation takes
 * effect at once.
 */
export function createConnections(dependencies: ConnectionsDependencies): Connections {
  const { store, clock, held, openCredential, renew } = dependencies;
  const inOneFlight = createSingleFlight<HeldCredential>();
  const refused = new Map<string, number>();

  const find = async ({ id }: UsableConnection): Promise<ReadConnection> => {
    const stored = await orUnavailable(id, () => store.find(id));
    const connection = stored && readConnection(stored);
    if (connection === undefined) throw missing(id);
    checkStanding(connection, clock.now());
    return connection;
  };
  const fresh = async (connection: ReadConnection): Promise<HeldCredential> => {
    if (!isRenewable(connection)) return openCredential(connection);
    const { renewedAt = 0 } = connection.settings;
    const now = clock.now();
    const isRefused = refused.get(connection.stored.id) === renewedAt;
    const must = isDue(connection, now) || (isRefused && renewedAt + leastAgeMs <= now);
    return openCredential(must ? await renew(connection) : connection);
  };

  return {
    nameOf: async (named, user) => {
      const found = await orUnavailable("of this call", () => seekConnection(store, named, user));
      return found?.stored.name;
    },
    use: async (wanted, user) => {
      const connection = await orUnavailable("of this call", () =>
        findConnection(store, wanted.connection, user),
      );
      checkStanding(connection, clock.now());
      checkFits(connection, wanted);
      const { id, tenant } = connection.stored;
      return { id, tenant, origins: connection.settings.origins };
    },
    credential: async (usable, signal) => {
      const connection = await find(usable);
      // A caller that aborts must not cancel the shared renewal.
      const flight = inOneFlight(usable.id, () => fresh(connection));
      const { credential } = await withTimeout(
        { clock, ms: timeoutMs, signal },
        () => flight,
      ).catch((error: unknown) => {
        throw error instanceof TimeoutError ? unavailable(connection) : error;
      });
      return credential;
    },
    refused: async ({ id }, credential) => {
      const generation = held.generationOf(credential);
      if (generation !== undefined) refused.set(id, generation);
    },
  };
}

function unavailable({ stored }: ReadConnection): Refusal {
  const { name: connection } = stored;
  return new Refusal("connection-unavailable", { connection, because: "provider" });
}
