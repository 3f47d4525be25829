import type { AuditEntry } from "./audit-store.ts";

/** One stored policy without its text. */
export interface PolicyPut {
  /** Digest of its text. */
  readonly version: string;
  /** Author of the change. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface StoredPolicy extends PolicyPut {
  readonly text: string;
}

/** Precondition for putting a policy, and its audit entry. */
export interface PolicyChange {
  /** Version expected to be the newest. Undefined if there is none yet. */
  readonly replaces: string | undefined;
  readonly entry: AuditEntry;
}

/** Every policy that ever applied. The newest counts, and stored ones never change. */
export interface PolicyStore {
  /**
   * Appends a policy in one transaction with its audit entry, on disk. `overtaken` if the newest is
   * not the one to replace: concurrent writers do not undo each other's work.
   */
  readonly put: (policy: StoredPolicy, change: PolicyChange) => Promise<"put" | "overtaken">;
  readonly newest: () => Promise<StoredPolicy | undefined>;
  /** Finds the newest with this version. */
  readonly find: (version: string) => Promise<StoredPolicy | undefined>;
  /** Lists the newest first. */
  readonly list: (max: number) => Promise<readonly PolicyPut[]>;
}
