import type { Clock } from "../../foundation/kernel/clock.ts";
import type { ConnectionStore, StoredConnection } from "../../stores/connection-store.ts";
import { orUnavailable } from "./open-credential.ts";
import { type Renewable, settingsJson } from "./settings.ts";

export interface ClaimDependencies {
  readonly store: Pick<ConnectionStore, "replace">;
  readonly clock: Clock;
}

/** Longer than a provider has to answer. */
const leaseMs = 30_000;

/** Takes it on oneself to renew a token, by a word in its row. Undefined where somebody else has, or is faster. */
export async function claim(
  connection: Renewable,
  { store, clock }: ClaimDependencies,
): Promise<Renewable | undefined> {
  const now = clock.now();
  const left = (connection.settings.renewingUntil ?? 0) - now;
  // One that lasts longer than any was made by a clock that is wrong, and would keep everybody out.
  if (left > 0 && left <= 2 * leaseMs) return undefined;
  const settings = { ...connection.settings, renewingUntil: now + leaseMs };
  const stored = next(connection.stored, settingsJson(settings), now);
  const outcome = await orUnavailable(stored.name, () => store.replace(stored));
  return outcome === "replaced" ? { settings, stored } : undefined;
}

/** The row without the claim. */
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
