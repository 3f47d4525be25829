import type { ConnectionGrant } from "@toolcourt/contracts/internal/errors/connection-catalog";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { ConnectionStore } from "../../stores/connection-store.ts";
import type { Credential, HiddenHeaders } from "../egress/request-headers.ts";
import type { Secret } from "../secrets/secret.ts";
import { isExchange, type TokenExchange } from "./exchange.ts";
import { checkFits, checkStanding, findConnection, missing } from "./find-connection.ts";
import {
  type HeldCredential,
  type HeldCredentials,
  type OpenCredential,
  orUnavailable,
} from "./open-credential.ts";
import { isDue, type Renew } from "./renew.ts";
import {
  generationOf,
  grantOf,
  isRenewable,
  type ReadConnection,
  readConnection,
} from "./settings.ts";
import { createSingleFlight } from "./single-flight.ts";
import type { SteppedUp, StepUp } from "./step-up.ts";

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
  /** Levels that only narrow the others. Default: none. */
  readonly optional?: readonly string[];
  /** Levels whose values are compared without regard to case. Default: none. */
  readonly ignoreCase?: readonly string[];
  readonly tier?: string;
  /** The caller whose token is exchanged. Default: the user of the connection. */
  readonly caller?: ConnectionUser;
}

export interface ConnectionUser {
  readonly id: string;
  readonly tenant?: string;
  /** The token that the user showed. Only for an exchange at its own issuer. Default: none. */
  readonly presented?: PresentedToken;
}

/** A token from a verified issuer. Kept only as long as the request that brought it. */
export interface PresentedToken {
  readonly issuer: string;
  readonly token: Secret;
}

/** Proof that a call may use a connection. Contains no token of the target. */
export interface UsableConnection {
  readonly id: string;
  readonly tenant: string;
  readonly origins: readonly string[];
  /** For the command in a refusal. Default: a person logs in. */
  readonly grant?: ConnectionGrant;
  /** The caller whose token is exchanged. Default: none, the connection has a token. */
  readonly caller?: ConnectionUser;
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
  /**
   * Reports that the target demands more scopes. The next `credential` has them, if the grant needs
   * no person.
   */
  readonly stepUp: (
    usable: UsableConnection,
    credential: Credential,
    demanded: readonly string[],
  ) => Promise<SteppedUp>;
}

export interface ConnectionsDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<ConnectionStore, "find" | "list">;
  readonly held: Pick<HeldCredentials, "generationOf">;
  readonly openCredential: OpenCredential;
  /** Returns the connection with a valid token, possibly renewed by another gateway. */
  readonly renew: Renew;
  readonly stepUp: StepUp;
  readonly exchange: Pick<TokenExchange, "check" | "credential" | "refused" | "stepUp">;
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
  const { store, clock, held, exchange } = deps;
  const inOneFlight = createSingleFlight<HeldCredential>();
  const stepUpInOneFlight = createSingleFlight<SteppedUp>();
  const refused = new Map<string, number>();
  const find = (usable: UsableConnection): Promise<ReadConnection> => findStanding(usable, deps);
  const fresh = (connection: ReadConnection): Promise<HeldCredential> =>
    freshCredential(connection, refused.get(connection.stored.id), deps);
  const findFor = (named: string, user: ConnectionUser): Promise<ReadConnection | undefined> =>
    orUnavailable("of this call", () => findConnection(store, named, user));

  return {
    nameOf: async (named, user) => (await findFor(named, user))?.stored.name,
    use: async (wanted, user) => {
      const connection = await findFor(wanted.connection, user);
      if (connection === undefined) throw missing(wanted.connection);
      checkStanding(connection, clock.now());
      checkFits(connection, wanted);
      const usable = usableOf(connection);
      if (!isExchange(connection)) return usable;
      const { caller = user } = wanted;
      exchange.check(connection, caller);
      return { ...usable, caller };
    },
    credential: async (usable, signal) => {
      const connection = await find(usable);
      // A caller that aborts must not cancel the shared renewal.
      const flight = isExchange(connection)
        ? exchange.credential(connection, usable.caller)
        : inOneFlight(usable.id, () => fresh(connection)).then(({ credential }) => credential);
      return withTimeout({ clock, ms: timeoutMs, signal }, () => flight).catch((error: unknown) => {
        throw error instanceof TimeoutError ? unavailable(connection) : error;
      });
    },
    refused: async ({ id, caller }, credential) => {
      if (caller !== undefined) return exchange.refused(credential);
      const generation = held.generationOf(credential);
      if (generation !== undefined) refused.set(id, generation);
    },
    stepUp: async (usable, credential, demanded) => {
      const connection = await find(usable);
      if (isExchange(connection)) {
        return exchange.stepUp(connection, { caller: usable.caller, credential, demanded });
      }
      // Another call, or another gateway, has replaced the token meanwhile.
      if (held.generationOf(credential) !== generationOf(connection)) {
        return { isWider: true, scopes: demanded };
      }
      const name = JSON.stringify([usable.id, ...demanded]);
      return stepUpInOneFlight(name, () => deps.stepUp(connection, demanded));
    },
  };
}

async function findStanding(
  { id }: UsableConnection,
  { store, clock }: ConnectionsDeps,
): Promise<ReadConnection> {
  const stored = await orUnavailable(id, () => store.find(id));
  const connection = stored && readConnection(stored);
  if (connection === undefined) throw missing(id);
  checkStanding(connection, clock.now());
  return connection;
}

/** Opens the credential, renewed if it is due or if its generation was refused. */
async function freshCredential(
  connection: ReadConnection,
  refused: number | undefined,
  { clock, openCredential, renew }: ConnectionsDeps,
): Promise<HeldCredential> {
  if (!isRenewable(connection)) return openCredential(connection);
  const { renewedAt = 0 } = connection.settings;
  const now = clock.now();
  const isRefused = refused === renewedAt;
  const must = isDue(connection, now) || (isRefused && renewedAt + minAgeMs <= now);
  return openCredential(must ? await renew(connection) : connection);
}

function usableOf({ stored: { id, tenant }, settings }: ReadConnection): UsableConnection {
  return { id, tenant, origins: settings.origins, grant: grantOf(settings) };
}

function unavailable({ stored }: ReadConnection): Refusal {
  const { name: connection } = stored;
  return new Refusal("connection-unavailable", { connection, because: "provider" });
}
