import { hash } from "node:crypto";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { ConnectionStore } from "../../stores/connection-store.ts";
import type { ConnectionUser, WantedConnection } from "./connections.ts";
import {
  type ConnectionSettings,
  grantOf,
  type ReadConnection,
  readConnection,
} from "./settings.ts";

/** Pattern of connection ids and names. */
export const connectionName = /^[A-Za-z0-9][\w.-]{0,63}$/;

/**
 * Returns the name of an owner's login to a server. Names are unique in a tenant. So every owner
 * except the local user gets one with a mark.
 */
export function loginName(server: string, owner: string): string {
  if (owner === "local") return server;
  return `${server.slice(0, 48)}.${hash("sha256", owner, "hex").slice(0, 12)}`;
}

/**
 * Finds a connection that the user may use. A missing one and a foreign one look the same, after the
 * same store queries.
 */
export async function findConnection(
  store: Pick<ConnectionStore, "find" | "list">,
  wanted: string,
  user: ConnectionUser,
): Promise<ReadConnection | undefined> {
  // An invalid name never reaches the database.
  if (!connectionName.test(wanted)) return undefined;
  const { tenant = "" } = user;
  const [byId, byName] = await Promise.all([
    store.find(wanted),
    store.list({ tenant, name: wanted }),
  ]);
  const all = byId === undefined ? byName : [byId, ...byName];
  const theirs = all.flatMap((stored) => readConnection(stored) ?? []).filter(isFor(user));
  return theirs.find(({ stored }) => stored.status !== "revoked") ?? theirs.at(-1);
}

/** Builds the refusal. It does not tell a foreign connection from a missing one. */
export function missing(wanted: string): Refusal<"connection-missing"> {
  const connection = connectionName.test(wanted) ? wanted : undefined;
  return new Refusal("connection-missing", connection === undefined ? {} : { connection });
}

function isFor({ id, tenant = "" }: ConnectionUser) {
  return ({ stored, settings }: ReadConnection): boolean =>
    stored.tenant === tenant && (settings.users === "tenant" || stored.owner === id);
}

/** Refuses a connection that is revoked or expired. */
export function checkStanding({ stored, settings }: ReadConnection, now: number): void {
  const { name: connection, status } = stored;
  const about = { connection, grant: grantOf(settings) };
  if (status === "revoked") throw new Refusal("connection-revoked", about);
  const isOver = settings.expiresAt !== undefined && settings.expiresAt <= now;
  if (status === "expired" || isOver) throw new Refusal("connection-expired", about);
}

/**
 * Refuses a connection that does not fit the call. The call must name every limited level, and each
 * named value must be allowed.
 */
export function checkFits({ stored, settings }: ReadConnection, wanted: WantedConnection): void {
  const { name: connection } = stored;
  if (wanted.origin !== undefined && !settings.origins.includes(wanted.origin)) {
    throw new Refusal("connection-origin", { connection });
  }
  const level = firstBeyond(settings.levels, wanted);
  if (level !== undefined) throw new Refusal("connection-scope", { connection, level });
  if (!isAmong(settings.tiers, wanted.tier)) throw new Refusal("connection-tier", { connection });
}

/**
 * Returns the first violated level. A limited level that the call omits counts as violated, since
 * the call could reach all of it. An optional level that the connection does not limit is fine: the
 * call could omit it and reach more.
 */
function firstBeyond(
  levels: ConnectionSettings["levels"],
  { scope = {}, optional = [], ignoreCase = [] }: WantedConnection,
): string | undefined {
  const names = new Set([...Object.keys(levels), ...Object.keys(scope)]);
  return [...names].toSorted().find((name) => {
    const allowed = Object.hasOwn(levels, name) ? levels[name] : undefined;
    const named = Object.hasOwn(scope, name) ? scope[name] : undefined;
    if (allowed === "any" || (allowed === undefined && optional.includes(name))) return false;
    return named === undefined || !includes(allowed ?? [], named, ignoreCase.includes(name));
  });
}

function includes(allowed: readonly string[], named: string, ignoresCase: boolean): boolean {
  if (!ignoresCase) return allowed.includes(named);
  return allowed.some((each) => folded(each) === folded(named));
}

/** Folds A to Z only: Unicode has other letters with the same lower case, such as U+212A. */
function folded(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isAmong(tiers: readonly string[], tier: string | undefined): boolean {
  return tier === undefined ? tiers.length === 0 : tiers.includes(tier);
}
