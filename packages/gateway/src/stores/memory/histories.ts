import type { HistoryEntry, HistoryStore } from "../history-store.ts";

export function createMemoryHistories(): HistoryStore {
  const kept = new Map<string, HistoryEntry[]>();
  return {
    read: async (history, after, max) => kept.get(history)?.slice(after, after + max) ?? [],
    append: async (history, entry, previousAt) => {
      const entries = kept.get(history) ?? [];
      const last = entries.at(-1);
      if (entry.position !== entries.length + 1) return false;
      if (previousAt !== undefined && last !== undefined && last.at !== previousAt) return false;
      entries.push(entry);
      kept.set(history, entries);
      return true;
    },
    last: (history) => kept.get(history)?.at(-1),
    forget: async (before, max) => {
      const old = [...kept]
        .map(([history, entries]) => ({ history, at: entries.at(-1)?.at ?? 0 }))
        .filter(({ at }) => at < before)
        .toSorted((a, b) => a.at - b.at)
        .slice(0, max);
      for (const { history } of old) kept.delete(history);
      return old.length;
    },
  };
}
