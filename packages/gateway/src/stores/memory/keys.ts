import type { KeyCheck, KeyOwner, KeyStore, WrappedKey } from "../key-store.ts";

/** Keeps keys for the life of the process. */
export function createMemoryKeys(keys: Map<string, WrappedKey> = new Map()): KeyStore {
  const checks = new Map<number, KeyCheck>();
  const newest = (owner: KeyOwner): WrappedKey | undefined =>
    [...keys.values()]
      .filter((key) => key.owner.tenant === owner.tenant)
      .filter((key) => key.owner.connection === owner.connection)
      .toSorted((a, b) => b.version - a.version)[0];

  return {
    newest: async (owner) => newest(owner),
    read: async (owner, version) => keys.get(idOf(owner, version)),
    insert: async (key) => {
      const id = idOf(key.owner, key.version);
      if (keys.has(id)) return false;
      keys.set(id, key);
      return true;
    },
    rewrap: async (from, to) => {
      const id = idOf(from.owner, from.version);
      const stored = keys.get(id);
      if (stored === undefined || !Buffer.from(stored.bytes).equals(from.bytes)) return false;
      keys.set(id, to);
      return true;
    },
    wrappedBefore: async (keyVersion, limit) =>
      [...keys.values()].filter((key) => key.wrappedBy < keyVersion).slice(0, limit),
    countByWrapping: async () => {
      const grouped = Map.groupBy(keys.values(), (key) => key.wrappedBy);
      return new Map([...grouped].map(([version, group]) => [version, group.length]));
    },
    checks: async () => [...checks.values()],
    insertCheck: async (check) => {
      if (checks.has(check.keyVersion)) return false;
      checks.set(check.keyVersion, check);
      return true;
    },
    removeCheck: async (keyVersion) => {
      checks.delete(keyVersion);
    },
  };
}

function idOf({ tenant, connection }: KeyOwner, version: number): string {
  return JSON.stringify([tenant, connection, version]);
}
