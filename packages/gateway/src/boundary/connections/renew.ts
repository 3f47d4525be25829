import { hasCode, Refusal } from "../../foundation/errors/refusal.ts";
import type { Clock } from "../../foundation/kernel/clock.ts";
import type { AuditEntry } from "../../stores/audit-store.ts";
import type { ConnectionStore, StoredConnection } from "../../stores/connection-store.ts";
import { checkStanding } from "./check-use.ts";
import { claim, released } from "./claim.ts";
import { missing } from "./find-connection.ts";
import type { Granted, GrantOutcome } from "./granted.ts";
import { orUnavailable } from "./open-credential.ts";
import type { SaveGranted } from "./save-granted.ts";
import { isRenewable, type Renewable, readConnection } from "./settings.ts";

export interface RenewDependencies {
  readonly store: Pick<ConnectionStore, "find" | "replace">;
  readonly clock: Clock;
  /** Asks the provider once, within a time of its own. */
  readonly grant: (connection: Renewable) => Promise<GrantOutcome>;
  readonly saving: SaveGranted;
  /** Has the provider end what it granted for a connection that is no more. */
  readonly giveBack: (connection: Renewable, granted: Granted) => Promise<unknown>;
  /** What the audit log says of a connection that is closed. */
  readonly expiredEntry: (stored: StoredConnection) => Promise<AuditEntry>;
}

/** Gives the connection with a token that is good now, whoever got it. */
export type Renew = (connection: Renewable) => Promise<Renewable>;

const pauseMs = 100;
/** How long a provider that gave nothing is left alone. */
const restMs = 5_000;

/** Whether its token has to be renewed before it is used. */
export function isDue({ stored, settings }: Renewable, now: number): boolean {
  return stored.sealed["access_token"] === undefined || (settings.renewAt ?? Infinity) <= now;
}

/**
 * Renews tokens so that of all gateways on one store one asks the provider: the one that writes its claim
 * over the version it has read. A refresh token that is used twice makes careful providers end them all.
 */
export function createRenew(dependencies: RenewDependencies): Renew {
  const { store, clock, saving } = dependencies;
  const restingUntil = new Map<string, number>();

  const reread = (connection: Renewable): Promise<Renewable> => read(connection, dependencies);
  const overtaken = async (claimed: Renewable, granted: Granted): Promise<Renewable> => {
    try {
      return await reread(claimed);
    } catch (error) {
      if (hasCode(error, "connection-revoked")) await dependencies.giveBack(claimed, granted);
      throw error;
    }
  };
  const asked = async (claimed: Renewable): Promise<Renewable> => {
    const outcome = await dependencies.grant(claimed);
    if (outcome.kind === "granted") {
      return (await saving.save(claimed, outcome.granted)) ?? overtaken(claimed, outcome.granted);
    }
    if (outcome.kind === "refused") return close(claimed, dependencies);
    restingUntil.set(claimed.stored.id, clock.monotonic() + restMs);
    // Another gateway may have more luck, now and not when the claim ends.
    await store.replace(released(claimed, clock.now())).catch(() => undefined);
    return stillGood(claimed, clock.now());
  };

  return async (connection) => {
    const { id } = connection.stored;
    const saveAgain = saving.again(id);
    if (saveAgain !== undefined) return (await saveAgain()) ?? reread(connection);
    if ((restingUntil.get(id) ?? 0) > clock.monotonic()) return stillGood(connection, clock.now());

    let current = connection;
    while (current.settings.renewedAt === connection.settings.renewedAt) {
      const claimed = await claim(current, dependencies);
      if (claimed !== undefined) return asked(claimed);
      if (canDoWithout(current, clock.now())) return current;
      await clock.sleep(pauseMs);
      current = await reread(current);
    }
    return current;
  };
}

/** As it lies in the store now. */
async function read(
  { stored }: Renewable,
  { store, clock }: Pick<RenewDependencies, "store" | "clock">,
): Promise<Renewable> {
  const found = await orUnavailable(stored.name, () => store.find(stored.id));
  const connection = found && readConnection(found);
  if (connection === undefined || !isRenewable(connection)) throw missing(stored.name);
  checkStanding(connection, clock.now());
  return connection;
}

/** The provider will say no again, so nobody asks it again. Other connections go on. */
async function close(claimed: Renewable, dependencies: RenewDependencies): Promise<Renewable> {
  const { store, clock, expiredEntry } = dependencies;
  const closed: StoredConnection = { ...released(claimed, clock.now()), status: "expired" };
  const { name: connection } = closed;
  const entry = await expiredEntry(closed);
  const outcome = await orUnavailable(connection, () => store.replace(closed, entry));
  // Somebody whose claim had run out was not too late after all: that was why the provider said no.
  if (outcome === "overtaken") return read(claimed, dependencies);
  throw new Refusal("connection-expired", { connection });
}

/** A token is renewed before it ends, so that one which cannot be renewed now can be used meanwhile. */
function stillGood(connection: Renewable, now: number): Renewable {
  if (isGood(connection, now)) return connection;
  const { name } = connection.stored;
  throw new Refusal("connection-unavailable", { connection: name, because: "provider" });
}

function isGood({ stored, settings }: Renewable, now: number): boolean {
  return stored.sealed["access_token"] !== undefined && (settings.tokenEndsAt ?? 0) > now;
}

/** Whoever has the claim may have died with it: nobody waits for that whose token is good and was not refused. */
function canDoWithout(connection: Renewable, now: number): boolean {
  return isDue(connection, now) && isGood(connection, now);
}
