import type { AppendedRow, AuditEntry, AuditRow, AuditStore, Link } from "../audit-store.ts";
import { StoreError } from "../store-error.ts";

/** Adds entries atomically, or throws and adds none. */
export type AddEntries = (entries: readonly AuditEntry[]) => readonly AppendedRow[];

export interface MemoryAudit {
  readonly audit: AuditStore;
  readonly add: AddEntries;
}

export function createMemoryAudit(link: Link): MemoryAudit {
  const rows: AuditRow[] = [];
  const begun = new Map<string, { readonly row: AuditRow; readonly at: number }>();
  const notes = new Map<number, string>();

  const add: AddEntries = (entries) => {
    const added = chain(entries, link, rows.at(-1));
    rows.push(...added.map(({ sequence, body, hash }) => ({ sequence, body, hash })));
    for (const [index, { part, callId, at }] of entries.entries()) {
      const row = added[index];
      if (callId === undefined || row === undefined) continue;
      if (part === "intent" && !begun.has(callId)) begun.set(callId, { row, at });
      if (part === "outcome") begun.delete(callId);
    }
    return added;
  };

  const audit: AuditStore = {
    append: async (entries, _durability, isRepeated) =>
      add(isRepeated === true ? entries.filter(({ callId = "" }) => begun.has(callId)) : entries),
    last: async () => rows.at(-1),
    read: async (from, max) => rows.slice(from - 1, from - 1 + max),
    unfinished: async (before) =>
      [...begun.values()].filter(({ at }) => at < before).map(({ row }) => row),
    keepCheckpoint: async ({ size, note }) => {
      if (!notes.has(size)) notes.set(size, note);
    },
    checkpoints: async (max) =>
      [...notes]
        .map(([size, note]) => ({ size, note }))
        .toSorted((a, b) => a.size - b.size)
        .slice(0, max),
    checkpointUpTo: async (max) => {
      const size = [...notes.keys()].reduce((a, b) => (b <= max ? Math.max(a, b) : a), 0);
      const note = notes.get(size);
      return note === undefined ? undefined : { size, note };
    },
  };
  return { audit, add };
}

function chain(
  entries: readonly AuditEntry[],
  link: Link,
  last: AuditRow | undefined,
): readonly AppendedRow[] {
  let { sequence, hash } = last ?? { sequence: 0, hash: undefined };
  try {
    return entries.map(({ body }) => {
      const previous = hash;
      const linked = link(previous, body);
      hash = linked.hash;
      sequence += 1;
      return { sequence, body, previous, ...linked };
    });
  } catch (error) {
    throw new StoreError("failed", { cause: error });
  }
}
