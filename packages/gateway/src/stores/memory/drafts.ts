import { type DraftFilter, type DraftStore, isRepeated, type StoredDraft } from "../draft-store.ts";
import type { AddEntries } from "./audit.ts";

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
        .filter((draft) => fits(draft, filter))
        .map(({ content: _content, ...rest }) => rest),
    approved: async (set) => all().filter((draft) => fits(draft, { set, state: "approved" })),
    revision: async () => revision,
  };
}

function keyOf({ set, name }: Pick<StoredDraft, "set" | "name">): string {
  return JSON.stringify([set, name]);
}

function fits(draft: StoredDraft, { set, state }: DraftFilter): boolean {
  return (set === undefined || draft.set === set) && (state === undefined || draft.state === state);
}

function bySetAndName(a: StoredDraft, b: StoredDraft): number {
  if (a.set !== b.set) return a.set < b.set ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
