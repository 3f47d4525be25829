import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { ConnectionStore, StoredConnection } from "../../stores/connection-store.ts";
import type { ConnectionEntryOf } from "./connection-admin.ts";
import { checkStanding, missing } from "./find-connection.ts";
import type { Grant } from "./grant.ts";
import type { Granted } from "./granted.ts";
import { claim, released } from "./lease.ts";
import { orUnavailable } from "./open-credential.ts";
import type { createGiveBack } from "./revoke-at-provider.ts";
import type { SaveGranted } from "./save-granted.ts";
import { grantOf, isRenewable, type Renewable, readConnection } from "./settings.ts";

export interface RenewDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<ConnectionStore, "find" | "replace">;
  /** Asks the provider once, with its own timeout. */
  readonly grant: Grant;
  readonly saving: SaveGranted;
  /** Revokes a grant at the provider if its connection is gone. */
  readonly giveBack: ReturnType<typeof createGiveBack>;
  readonly entryOf: ConnectionEntryOf;
}

/** Returns the connection with a valid token, possibly renewed by another gateway. */
export type Renew = (connection: Renewable) => Promise<Renewable>;

const pauseMs = 100;
/** Pause after a failed request to a provider. */
const restMs = 5_000;

/** Reports whether the token must be renewed before use. */
export function isDue({ stored, settings }: Renewable, now: number): boolean {
  return stored.sealed["access_token"] === undefined || (settings.renewAt ?? Infinity) <= now;
}

/**
 * Renews tokens so that only one gateway per store asks the provider. The lease is a
 * compare-and-swap on the row's version. Strict providers revoke all tokens if a refresh token is
 * used twice.
 */
export function createRenew(deps: RenewDeps): Renew {
  const { store, clock, saving } = deps;
  const restingUntil = new Map<string, number>();

  const reread = (connection: Renewable): Promise<Renewable> => read(connection, deps);
  const overtaken = async (claimed: Renewable, granted: Granted): Promise<Renewable> => {
    try {
      return await reread(claimed);
    } catch (error) {
      if (hasCode(error, "connection-revoked")) await deps.giveBack(claimed, granted);
      throw error;
    }
  };
  const asked = async (claimed: Renewable): Promise<Renewable> => {
    const outcome = await deps.grant(claimed);
    if (outcome.kind === "granted") {
      return (await saving.save(claimed, outcome.granted)) ?? overtaken(claimed, outcome.granted);
    }
    if (outcome.kind === "refused") return close(claimed, deps);
    // A missing login or file is no fault of the provider, so the next call tries again.
    if (outcome.because === undefined) {
      restingUntil.set(claimed.stored.id, clock.monotonic() + restMs);
    }
    // Releases the lease at once: another gateway may succeed before it expires.
    await store.replace(released(claimed, clock.now())).catch(() => undefined);
    return stillGood(claimed, clock.now(), outcome.because);
  };

  return async (connection) => {
    const { id } = connection.stored;
    const saveAgain = saving.again(id);
    if (saveAgain !== undefined) return (await saveAgain()) ?? reread(connection);
    if ((restingUntil.get(id) ?? 0) > clock.monotonic()) return stillGood(connection, clock.now());

    let current = connection;
    while (current.settings.renewedAt === connection.settings.renewedAt) {
      const claimed = await claim(current, deps);
      if (claimed !== undefined) return asked(claimed);
      if (canDoWithout(current, clock.now())) return current;
      await clock.sleep(pauseMs);
      current = await reread(current);
    }
    return current;
  };
}

/** Reads the current row. */
async function read(
  { stored }: Renewable,
  { store, clock }: Pick<RenewDeps, "store" | "clock">,
): Promise<Renewable> {
  const found = await orUnavailable(stored.name, () => store.find(stored.id));
  const connection = found && readConnection(found);
  if (connection === undefined || !isRenewable(connection)) throw missing(stored.name);
  checkStanding(connection, clock.now());
  return connection;
}

/**
 * Closes the connection after a permanent refusal, so that it is not asked again. Other connections
 * continue.
 */
async function close(claimed: Renewable, deps: RenewDeps): Promise<Renewable> {
  const { store, clock, entryOf } = deps;
  const closed: StoredConnection = { ...released(claimed, clock.now()), status: "expired" };
  const { name: connection } = closed;
  const entry = await entryOf("connection.expired", closed);
  const outcome = await orUnavailable(connection, () => store.replace(closed, entry));
  // A gateway with an expired lease finished after all, which caused the refusal.
  if (outcome === "overtaken") return read(claimed, deps);
  throw new Refusal("connection-expired", { connection, grant: grantOf(claimed.settings) });
}

/**
 * Returns the connection if its token is still valid. Renewal starts early, so a failure leaves
 * time.
 */
function stillGood(
  connection: Renewable,
  now: number,
  because: "provider" | "login" | "file" = "provider",
): Renewable {
  if (isGood(connection, now)) return connection;
  const { name } = connection.stored;
  throw new Refusal("connection-unavailable", { connection: name, because });
}

function isGood({ stored, settings }: Renewable, now: number): boolean {
  return stored.sealed["access_token"] !== undefined && (settings.tokenEndsAt ?? 0) > now;
}

/**
 * Reports whether to skip waiting for the lease, whose holder may have died. Only for a valid token
 * that was not refused.
 */
function canDoWithout(connection: Renewable, now: number): boolean {
  return isDue(connection, now) && isGood(connection, now);
}
