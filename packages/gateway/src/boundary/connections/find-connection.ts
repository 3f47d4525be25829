import { Refusal } from "../../foundation/errors/refusal.ts";
import type { ConnectionStore } from "../../stores/connection-store.ts";
import type { ConnectionUser } from "./connections.ts";
import { type ReadConnection, readConnection } from "./settings.ts";

/** What ids and names of connections look like. */
export const connectionName = /^[A-Za-z0-9][\w.-]{0,63}$/;

type Reading = Pick<ConnectionStore, "find" | "list">;

/**
 * Finds a connection that somebody may use. One that is not there and one that is somebody else's are
 * refused alike, after the same questions to the store.
 */
export async function findConnection(
  store: Reading,
  wanted: string,
  user: ConnectionUser,
): Promise<ReadConnection> {
  const found = await seekConnection(store, wanted, user);
  if (found === undefined) throw missing(wanted);
  return found;
}

/** The same, where it is no mistake that there is none. */
export async function seekConnection(
  store: Reading,
  wanted: string,
  user: ConnectionUser,
): Promise<ReadConnection | undefined> {
  // Whatever cannot be a name is none, and no database has to make sense of it.
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

/** Whose a connection is cannot be told from a connection that never was. */
export function missing(wanted: string): Refusal<"connection-missing"> {
  const connection = connectionName.test(wanted) ? wanted : undefined;
  return new Refusal("connection-missing", connection === undefined ? {} : { connection });
}

function isFor({ id, tenant = "" }: ConnectionUser) {
  return ({ stored, settings }: ReadConnection): boolean =>
    stored.tenant === tenant && (settings.users === "tenant" || stored.owner === id);
}
