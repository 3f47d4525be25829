import type { AdmissionStore, StoredAdmission } from "../admission-store.ts";
import type { AddEntries } from "./audit.ts";

/** Adds the entry first: if that throws, no decision was made. */
export function createMemoryAdmissions(addEntries: AddEntries): AdmissionStore {
  const kept: StoredAdmission[] = [];

  return {
    put: async (decision, { replaces, entry }) => {
      const { server, tool } = decision;
      const before = kept.findLast((each) => each.server === server && each.tool === tool);
      if (before?.number !== replaces) return "overtaken";
      addEntries([entry]);
      kept.push({ ...decision, number: kept.length + 1 });
      return "put";
    },
    newest: async () => {
      const byTool = new Map(kept.map((each) => [JSON.stringify([each.server, each.tool]), each]));
      return [...byTool.values()].toSorted((a, b) => a.number - b.number);
    },
    revision: async () => kept.length,
  };
}
