import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { ConnectionStore } from "../../stores/connection-store.ts";
import type { ConnectionUser } from "./connections.ts";
import { type ReadConnection, readConnection } from "./settings.ts";

/** Pattern of connection ids and names. */
export const connectionName = /^[A-Za-z0-9][\w.-]{0,63}$/;

type Reading = Pick<ConnectionStore, "find" | "list">;

/**
 * Finds a connection that the user may use. A missing one and a foreign one get the same refusal,
 * after the same store queries.
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

/** Finds a connection without treating absence as an error. */
export async function seekConnection(
  store: Reading,
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
