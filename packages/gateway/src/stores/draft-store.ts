import type { AuditEntry } from "./audit-store.ts";

export const draftStates = ["pending", "approved", "rejected"] as const;
export type DraftState = (typeof draftStates)[number];

/** A draft as it lies in the store. */
export interface StoredDraft {
  /** The set of tools that it would belong to. */
  readonly set: string;
  /** The name of its tool, unique within the set. */
  readonly name: string;
  /** Counts its changes, from 1. */
  readonly version: number;
  /** What an approval pins. */
  readonly digest: string;
  readonly state: DraftState;
  /**
   * Who decided, when and about which digest, as JSON text. A draft that was approved and then changed is
   * pending and keeps the approval of what it was; one that nobody ever approved has none while it is pending.
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

/** A draft and what it takes the place of. */
export interface DraftChange {
  readonly draft: StoredDraft;
  /** The version that is there until then; absent where there must be none. */
  readonly replaces?: number;
}

/** Whether one draft is changed twice: the second change finds another version than it was told. */
export function isRepeated(changes: readonly DraftChange[]): boolean {
  const names = changes.map(({ draft: { set, name } }) => JSON.stringify([set, name]));
  return new Set(names).size < names.length;
}

/** Every change is one step with its entries, on disk. */
export interface DraftStore {
  /** All of them or none: an import is one step. `overtaken` where one of them is not as it was. */
  readonly put: (
    changes: readonly DraftChange[],
    entries: readonly AuditEntry[],
  ) => Promise<"put" | "overtaken">;
  readonly find: (set: string, name: string) => Promise<StoredDraft | undefined>;
  /** By set and name. Without their content: there may be thousands. */
  readonly list: (filter: DraftFilter) => Promise<readonly Omit<StoredDraft, "content">[]>;
  /** Whole, those of one set that are approved. */
  readonly approved: (set: string) => Promise<readonly StoredDraft[]>;
  /** Grows with every change of any draft: whoever watches asks for this first. */
  readonly revision: () => Promise<number>;
}
