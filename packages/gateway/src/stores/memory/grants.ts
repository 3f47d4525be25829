import { endedGrant, type GrantStore, type StoredGrant, usedGrant } from "../grant-store.ts";
import { StoreError } from "../store-error.ts";
import type { AddEntries } from "./audit.ts";
import { matches, position } from "./records.ts";

/** Adds the audit entry before every change: if that throws, nothing has changed. */
export function createMemoryGrants(
  addEntries: AddEntries,
  kept: Map<string, StoredGrant>,
): GrantStore {
  const active = (): readonly StoredGrant[] =>
    [...kept.values()].filter(({ state }) => state === "active").toSorted(byEnd);
  return {
    ...createChanges(addEntries, kept),
    find: async (id, within = {}) => {
      const found = kept.get(id);
      return found !== undefined && matches(found, within) ? found : undefined;
    },
    activeOf: async (holder) => active().filter((each) => matches(each, { ...holder })),
    overdue: async (now, max) =>
      active()
        .filter(({ expiresAt }) => expiresAt <= now)
        .slice(0, max),
    list: async ({ max, behind, ...filter }) =>
      [...kept.values()]
        .toSorted(position)
        .filter((each) => behind === undefined || position(behind, each) < 0)
        .filter((each) => matches(each, filter))
        .slice(0, max),
  };
}

function createChanges(
  addEntries: AddEntries,
  kept: Map<string, StoredGrant>,
): Pick<GrantStore, "add" | "use" | "end" | "forget"> {
  return {
    add: async (grant, { max, entry }) => {
      if (kept.has(grant.id)) throw new StoreError("failed");
      const { principal, tenant, createdAt } = grant;
      const others = [...kept.values()].filter(
        (each) =>
          matches(each, { principal, tenant, state: "active" }) && each.expiresAt > createdAt,
      );
      if (others.length >= max) return "too-many";
      addEntries([entry]);
      kept.set(grant.id, grant);
      return "added";
    },
    use: async ({ id, at }, intent) => {
      const found = kept.get(id);
      const used = found && usedGrant(found, at);
      if (used === undefined) return false;
      addEntries([intent]);
      kept.set(id, used);
      return true;
    },
    end: async (id, ending, entry) => {
      const found = kept.get(id);
      const ended = found && endedGrant(found, ending);
      if (ended === undefined) return undefined;
      addEntries([entry]);
      kept.set(id, ended);
      return ended;
    },
    forget: async (before, max) => {
      const old = [...kept.values()]
        .filter((each) => each.state !== "active" && each.expiresAt < before)
        .toSorted(byEnd)
        .slice(0, max);
      for (const { id } of old) kept.delete(id);
      return old.length;
    },
  };
}

function byEnd(a: StoredGrant, b: StoredGrant): number {
  return a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : 1);
}
