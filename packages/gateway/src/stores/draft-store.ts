import type { AuditEntry } from "./audit-store.ts";

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
  readonly state: "pending" | "approved" | "rejected";
  /** Who decided, when and about which digest, as JSON text. Absent while it is pending. */
  readonly decision?: string;
  /** Tool, operation, provenance and notes, as JSON text. */
  readonly content: string;
  readonly changedAt: number;
}

export interface DraftFilter {
  readonly set?: string;
  readonly state?: StoredDraft["state"];
}

/** A draft and what it takes the place of. */
export interface DraftChange {
  readonly draft: StoredDraft;
  /** The version that is there until then; absent where there must be none. */
  readonly replaces?: number;
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
