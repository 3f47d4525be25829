import type { ConnectionFilter, ConnectionStore, StoredConnection } from "../connection-store.ts";
import { StoreError } from "../store-error.ts";
import type { AddEntries } from "./audit.ts";

/** Adds the audit entry before every change: if that throws, nothing has changed. */
export function createMemoryConnections(
  addEntries: AddEntries,
  kept: Map<string, StoredConnection>,
): ConnectionStore {
  const isNameTaken = (wanted: StoredConnection): boolean =>
    wanted.status !== "revoked" &&
    [...kept.values()].some(
      ({ id, tenant, name, status }) =>
        id !== wanted.id &&
        tenant === wanted.tenant &&
        name === wanted.name &&
        status !== "revoked",
    );

  return {
    add: async (connection, entry) => {
      if (kept.has(connection.id) || isNameTaken(connection)) return "taken";
      addEntries([entry]);
      kept.set(connection.id, connection);
      return "added";
    },
    find: async (id) => kept.get(id),
    list: async (filter) =>
      [...kept.values()].filter((connection) => fits(connection, filter)).toSorted(byAge),
    replace: async (connection, entry) => {
      const { id, tenant, version } = connection;
      const before = kept.get(id);
      if (before?.tenant !== tenant || before.version !== version - 1) return "overtaken";
      if (isNameTaken(connection)) throw new StoreError("failed");
      if (entry !== undefined) addEntries([entry]);
      kept.set(id, { ...connection, createdAt: before.createdAt });
      return "replaced";
    },
  };
}

const compared = ["tenant", "owner", "name", "status"] as const;

function fits(connection: StoredConnection, filter: ConnectionFilter): boolean {
  return compared.every((key) => filter[key] === undefined || connection[key] === filter[key]);
}

function byAge(a: StoredConnection, b: StoredConnection): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return a.id < b.id ? -1 : 1;
}
