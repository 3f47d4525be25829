import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { ConnectionStore, StoredConnection } from "../../stores/connection-store.ts";
import { orUnavailable } from "./open-credential.ts";
import { type Renewable, settingsJson } from "./settings.ts";

interface ClaimDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<ConnectionStore, "replace">;
}

/** Longer than the provider's timeout. */
const leaseMs = 30_000;

/**
 * Takes the lease to renew a token, in the connection's row. Returns undefined if another gateway
 * holds it or wins the race.
 */
export async function claim(
  connection: Renewable,
  { store, clock }: ClaimDeps,
): Promise<Renewable | undefined> {
  const now = clock.now();
  const left = (connection.settings.renewingUntil ?? 0) - now;
  // A longer lease comes from a wrong clock and would block renewal for all.
  if (left > 0 && left <= 2 * leaseMs) return undefined;
  const settings = { ...connection.settings, renewingUntil: now + leaseMs };
  const stored = next(connection.stored, settingsJson(settings), now);
  const outcome = await orUnavailable(stored.name, () => store.replace(stored));
  return outcome === "replaced" ? { settings, stored } : undefined;
}

/** Returns the row without the lease. */
export function released({ stored, settings }: Renewable, now: number): StoredConnection {
  const { renewingUntil: _claim, ...free } = settings;
  return next(stored, settingsJson(free), now);
}

function next(
  stored: StoredConnection,
  settings: StoredConnection["settings"],
  now: number,
): StoredConnection {
  return { ...stored, settings, version: stored.version + 1, changedAt: now };
}
