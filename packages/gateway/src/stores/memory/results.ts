import type { ResultFilter, ResultStore, StoredResult } from "../result-store.ts";
import { isSameResult } from "../same-result.ts";

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
    list: async (filter, most) =>
      [...kept.values()]
        .filter((result) => fits(result, filter))
        .toSorted(byNewest)
        .slice(0, most)
        .map(({ output: _output, ...rest }) => rest),
    forget: async (before, most) => {
      const old = [...kept.values()]
        .filter(({ at }) => at < before)
        .toSorted((a, b) => a.at - b.at)
        .slice(0, most);
      for (const { callId } of old) kept.delete(callId);
      return old.length;
    },
  };
}

function fits(result: StoredResult, { tenant, tool, before }: ResultFilter): boolean {
  return (
    (tenant === undefined || result.tenant === tenant) &&
    (tool === undefined || result.tool === tool) &&
    (before === undefined || result.at < before)
  );
}

function byNewest(a: StoredResult, b: StoredResult): number {
  if (a.at !== b.at) return b.at - a.at;
  return a.callId > b.callId ? -1 : 1;
}
