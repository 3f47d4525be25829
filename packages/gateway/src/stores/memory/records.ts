import type { ConnectionStore, StoredConnection } from "../connection-store.ts";
import { type DraftStore, isRepeated, type StoredDraft } from "../draft-store.ts";
import type { KeyCheck, KeyOwner, KeyStore, WrappedKey } from "../key-store.ts";
import type { KeyUse, KeyUseStore } from "../key-use-store.ts";
import type { PolicyStore, StoredPolicy } from "../policy-store.ts";
import { isSameResult, type ResultStore, type StoredResult } from "../result-store.ts";
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
      [...kept.values()].filter((connection) => matches(connection, filter)).toSorted(byAge),
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

function byAge(a: StoredConnection, b: StoredConnection): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return a.id < b.id ? -1 : 1;
}

/** Adds the entry first: if that throws, no policy has changed. */
export function createMemoryPolicies(addEntries: AddEntries): PolicyStore {
  const kept: StoredPolicy[] = [];
  return {
    put: async (policy, { replaces, entry }) => {
      if (kept.at(-1)?.version !== replaces) return "overtaken";
      addEntries([entry]);
      kept.push(policy);
      return "put";
    },
    newest: async () => kept.at(-1),
    find: async (version) => kept.findLast((each) => each.version === version),
    list: async (max) =>
      kept
        .toReversed()
        .slice(0, max)
        .map(({ version, by, at }) => ({ version, by, at })),
  };
}

/** Adds the entries first: if that throws, no draft has changed. */
export function createMemoryDrafts(
  addEntries: AddEntries,
  kept: Map<string, StoredDraft>,
): DraftStore {
  let revision = 0;
  const all = (): readonly StoredDraft[] => [...kept.values()].toSorted(bySetAndName);

  return {
    put: async (changes, entries) => {
      if (isRepeated(changes)) return "overtaken";
      const isAsItWas = changes.every(
        ({ draft, replaces }) => kept.get(keyOf(draft))?.version === replaces,
      );
      if (!isAsItWas) return "overtaken";
      addEntries(entries);
      for (const { draft } of changes) kept.set(keyOf(draft), draft);
      if (changes.length > 0) revision += 1;
      return "put";
    },
    find: async (set, name) => kept.get(keyOf({ set, name })),
    list: async (filter) =>
      all()
        .filter((draft) => matches(draft, filter))
        .map(({ content: _content, ...rest }) => rest),
    approved: async (set) => all().filter((draft) => matches(draft, { set, state: "approved" })),
    revision: async () => revision,
  };
}

function keyOf({ set, name }: Pick<StoredDraft, "set" | "name">): string {
  return JSON.stringify([set, name]);
}

function bySetAndName(a: StoredDraft, b: StoredDraft): number {
  if (a.set !== b.set) return a.set < b.set ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

/** Keeps keys for the life of the process. */
export function createMemoryKeyUses(): KeyUseStore {
  const kept = new Map<string, KeyUse>();
  return {
    put: async (uses) => {
      for (const use of uses) {
        const at = Math.max(use.at, kept.get(use.fingerprint)?.at ?? 0);
        kept.set(use.fingerprint, { ...use, at });
      }
    },
    list: async () =>
      [...kept.values()].toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1)),
  };
}

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

export function createMemoryResults(): ResultStore {
  const kept = new Map<string, StoredResult>();

  return {
    keep: async (result) => {
      const there = kept.get(result.callId);
      if (there !== undefined) return isSameResult(there, result) ? "kept" : "taken";
      kept.set(result.callId, result);
      return "kept";
    },
    find: async (callId) => kept.get(callId),
    list: async ({ before = Infinity, behind, ...filter }, max) =>
      [...kept.values()]
        .filter((result) => result.at < before && matches(result, filter))
        .filter((result) => behind === undefined || byNewest(behind, result) < 0)
        .toSorted(byNewest)
        .slice(0, max)
        .map(({ output: _output, ...rest }) => rest),
    forget: async (before, max) => {
      const old = [...kept.values()]
        .filter(({ at }) => at < before)
        .toSorted((a, b) => a.at - b.at)
        .slice(0, max);
      for (const { callId } of old) kept.delete(callId);
      return old.length;
    },
  };
}

type PlaceOfResult = Pick<StoredResult, "at" | "callId">;

function byNewest(a: PlaceOfResult, b: PlaceOfResult): number {
  if (a.at !== b.at) return b.at - a.at;
  if (a.callId === b.callId) return 0;
  return a.callId > b.callId ? -1 : 1;
}

/** Tells whether a value has all fields of a filter. An undefined one does not restrict it. */
export function matches<Value>(value: Value, filter: Undefinable<Value>): boolean {
  for (const key in filter) {
    if (filter[key] !== undefined && filter[key] !== value[key]) return false;
  }
  return true;
}

type Undefinable<Value> = { readonly [Key in keyof Value]?: Value[Key] | undefined };

interface Cursor {
  readonly createdAt: number;
  readonly id: string;
}

/** Sorts the newest first. Returns a negative number if the first sorts before the second. */
export function position(a: Cursor, b: Cursor): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}
