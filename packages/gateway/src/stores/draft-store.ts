import type { AuditEntry } from "./audit-store.ts";

export const draftStates = ["pending", "approved", "rejected"] as const;
export type DraftState = (typeof draftStates)[number];

/** A stored draft. */
export interface StoredDraft {
  /** The set of tools it would belong to. */
  readonly set: string;
  /** Tool name, unique within the set. */
  readonly name: string;
  /** Version number, from 1. */
  readonly version: number;
  /** The digest that an approval pins. */
  readonly digest: string;
  readonly state: DraftState;
  /**
   * Who decided, when and about which digest, as JSON text. An approved draft that changed is
   * pending and keeps its earlier approval. A pending draft without any earlier approval has none.
   */
  readonly decision?: string;
  /** Tool, operation, provenance and notes, as JSON text. */
  readonly content: string;
  readonly changedAt: number;
}

export interface DraftFilter {
  readonly set?: string;
  readonly state?: DraftState;
}

/** A draft and the version it replaces. */
export interface DraftChange {
  readonly draft: StoredDraft;
  /** Version expected in the store. Absent if no draft may exist yet. */
  readonly replaces?: number;
}

/** Returns true if one draft is changed twice: the second change would expect a stale version. */
export function isRepeated(changes: readonly DraftChange[]): boolean {
  const names = changes.map(({ draft: { set, name } }) => JSON.stringify([set, name]));
  return new Set(names).size < names.length;
}

/** Every change is one transaction with its audit entries, on disk. */
export interface DraftStore {
  /** Puts all changes or none: an import is atomic. `overtaken` if one of the versions is stale. */
  readonly put: (
    changes: readonly DraftChange[],
    entries: readonly AuditEntry[],
  ) => Promise<"put" | "overtaken">;
  readonly find: (set: string, name: string) => Promise<StoredDraft | undefined>;
  /** Lists by set and name, without content: there may be thousands. */
  readonly list: (filter: DraftFilter) => Promise<readonly Omit<StoredDraft, "content">[]>;
  /** Returns the approved drafts of one set, with content. */
  readonly approved: (set: string) => Promise<readonly StoredDraft[]>;
  /** Returns a counter that grows with every change of any draft. Watchers poll it first. */
  readonly revision: () => Promise<number>;
}
