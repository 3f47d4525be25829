import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { WantedConnection } from "./connections.ts";
import type { ConnectionSettings, ReadConnection } from "./settings.ts";

/** Refuses a connection that is revoked or expired. */
export function checkStanding({ stored, settings }: ReadConnection, now: number): void {
  const { name: connection, status } = stored;
  if (status === "revoked") throw new Refusal("connection-revoked", { connection });
  const isOver = settings.expiresAt !== undefined && settings.expiresAt <= now;
  if (status === "expired" || isOver) throw new Refusal("connection-expired", { connection });
}

/**
 * Refuses a connection that does not fit the call. The call must name every limited level, and each
 * named value must be allowed.
 */
export function checkFits({ stored, settings }: ReadConnection, wanted: WantedConnection): void {
  const { name: connection } = stored;
  if (!settings.origins.includes(wanted.origin)) {
    throw new Refusal("connection-origin", { connection });
  }
  const level = firstBeyond(settings.levels, wanted.scope ?? {});
  if (level !== undefined) throw new Refusal("connection-scope", { connection, level });
  if (!isAmong(settings.tiers, wanted.tier)) throw new Refusal("connection-tier", { connection });
}

/**
 * Returns the first violated level. A limited level that the call omits counts as violated, since
 * the call could reach all of it.
 */
function firstBeyond(
  levels: ConnectionSettings["levels"],
  scope: Readonly<Record<string, string>>,
): string | undefined {
  const names = new Set([...Object.keys(levels), ...Object.keys(scope)]);
  return [...names].toSorted().find((name) => {
    const allowed = Object.hasOwn(levels, name) ? levels[name] : undefined;
    const named = Object.hasOwn(scope, name) ? scope[name] : undefined;
    return allowed !== "any" && (named === undefined || allowed?.includes(named) !== true);
  });
}

function isAmong(tiers: readonly string[], tier: string | undefined): boolean {
  return tier === undefined ? tiers.length === 0 : tiers.includes(tier);
}
