import type { PolicyStore, StoredPolicy } from "../policy-store.ts";
import type { AddEntries } from "./audit.ts";

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
    list: async (most) =>
      kept
        .toReversed()
        .slice(0, most)
        .map(({ version, by, at }) => ({ version, by, at })),
  };
}
