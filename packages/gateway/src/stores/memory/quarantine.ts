import {
  beyond,
  type QuarantinedResult,
  type QuarantineStore,
  storedBytes,
} from "../quarantine-store.ts";
import { matches } from "./records.ts";

/** Keeps quarantined results for the life of the process. */
export function createMemoryQuarantine(): QuarantineStore {
  const kept = new Map<string, QuarantinedResult>();
  const newestFirst = (): readonly QuarantinedResult[] => [...kept.values()].toSorted(byNewest);
  const removeAll = (ids: readonly string[]): number => ids.filter((id) => kept.delete(id)).length;

  return {
    keep: async (result) => {
      if (!kept.has(result.id)) kept.set(result.id, result);
    },
    find: async (id) => kept.get(id),
    list: async ({ since = -Infinity, before = Infinity, behind, ...filter }, max) =>
      newestFirst()
        .filter(({ at }) => at >= since && at < before)
        .filter((each) => behind === undefined || byNewest(behind, each) < 0)
        .filter((each) => matches(each, filter))
        .slice(0, max)
        .map(({ text: _text, ...rest }) => rest),
    remove: async (ids) => removeAll(ids),
    trim: async (bounds) => {
      const sized = newestFirst().map((each) => ({ id: each.id, bytes: storedBytes(each) }));
      return removeAll(beyond(sized, bounds));
    },
    forget: async (before, max) => {
      const old = newestFirst().filter(({ at }) => at < before);
      return removeAll(old.slice(-max).map(({ id }) => id));
    },
  };
}

type Place = Pick<QuarantinedResult, "at" | "id">;

function byNewest(a: Place, b: Place): number {
  if (a.at !== b.at) return b.at - a.at;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}
