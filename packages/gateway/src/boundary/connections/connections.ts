import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { ConnectionStore } from "../../stores/connection-store.ts";
import type { Credential, HiddenHeaders } from "../egress/request-headers.ts";
import { checkFits, checkStanding, findConnection, missing } from "./find-connection.ts";
import {
  type HeldCredential,
  type HeldCredentials,
  type OpenCredential,
  orUnavailable,
} from "./open-credential.ts";
import { isDue, type Renew } from "./renew.ts";
import { isRenewable, type ReadConnection, readConnection } from "./settings.ts";

export type { Credential, HiddenHeaders };

/** The requirements of a call on a connection. */
export interface WantedConnection {
  /** Its id, or its name within the tenant. */
  readonly connection: string;
  /** Origin of the call, such as `https://api.example.com`. */
  readonly origin: string;
  /**
   * Target of the call by named levels, such as `subscription`. Unset if the tool has no levels.
   */
  readonly scope?: Readonly<Record<string, string>>;
  readonly tier?: string;
}

export interface ConnectionUser {
  readonly id: string;
  readonly tenant?: string;
}

/** Proof that a call may use a connection. Contains no token. */
export interface UsableConnection {
  readonly id: string;
  readonly tenant: string;
  readonly origins: readonly string[];
}

/** The connections used by calls. */
export interface Connections {
  /**
   * Returns the connection name that `use` would select. Checks only ownership. Undefined if there
   * is none.
   */
  readonly nameOf: (named: string, user: ConnectionUser) => Promise<string | undefined>;
  /**
   * Checks in this order: existence, ownership, active, not expired, origin, scope, tier. Throws a
   * `Refusal`.
   */
  readonly use: (wanted: WantedConnection, user: ConnectionUser) => Promise<UsableConnection>;
  /**
   * Returns the current token, renewed if due, once for all callers. Call it right before sending.
   */
  readonly credential: (usable: UsableConnection, signal: AbortSignal) => Promise<Credential>;
  /**
   * Reports that the target refused the token. The next `credential` renews it, if its kind allows.
   */
  readonly refused: (usable: UsableConnection, credential: Credential) => Promise<void>;
}

export interface ConnectionsDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<ConnectionStore, "find" | "list">;
  readonly held: Pick<HeldCredentials, "generationOf">;
  readonly openCredential: OpenCredential;
  /** Returns the connection with a valid token, possibly renewed by another gateway. */
  readonly renew: Renew;
}

/** Longer than the provider's timeout plus the wait for another gateway's renewal. */
const timeoutMs = 60_000;
/** Limits renewals if a target refuses every token. */
const minAgeMs = 30_000;

/**
 * Creates the connections of a gateway. Reads the store on each use, so that a revocation takes
 * effect at once.
 */
export function createConnections(deps: ConnectionsDeps): Connections {
  const { store, clock, held, openCredential, renew } = deps;
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
    const must = isDue(connection, now) || (isRefused && renewedAt + minAgeMs <= now);
    return openCredential(must ? await renew(connection) : connection);
  };

  const findFor = (named: string, user: ConnectionUser): Promise<ReadConnection | undefined> =>
    orUnavailable("of this call", () => findConnection(store, named, user));

  return {
    nameOf: async (named, user) => (await findFor(named, user))?.stored.name,
    use: async (wanted, user) => {
      const connection = await findFor(wanted.connection, user);
      if (connection === undefined) throw missing(wanted.connection);
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

/** Runs work of one name once at a time. Concurrent callers share its result or error. */
function createSingleFlight<T>(): (name: string, work: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<T>>();
  return (name, work) => {
    const under = flights.get(name);
    if (under !== undefined) return under;
    const flight = work().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };
}
