import type { AuditEntry } from "./audit-store.ts";

/** One policy that was put, without its text. */
export interface PolicyPut {
  /** The digest of its text. */
  readonly version: string;
  /** Who put it. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface StoredPolicy extends PolicyPut {
  readonly text: string;
}

/** What must be the case for a policy to be put, and what is written down with it. */
export interface PolicyChange {
  /** The version that is the newest until then; absent where there is none yet. */
  readonly replaces: string | undefined;
  readonly entry: AuditEntry;
}

/** Every policy that ever applied. The newest counts, and nothing changes one that is there. */
export interface PolicyStore {
  /**
   * Puts a policy behind all others, in one step with its entry, on disk. `overtaken` where the newest is
   * another than the one it should replace: two people who write at once do not undo each other's work.
   */
  readonly put: (policy: StoredPolicy, change: PolicyChange) => Promise<"put" | "overtaken">;
  readonly newest: () => Promise<StoredPolicy | undefined>;
  /** The newest that has this version. */
  readonly find: (version: string) => Promise<StoredPolicy | undefined>;
  /** The newest first. */
  readonly list: (most: number) => Promise<readonly PolicyPut[]>;
}
