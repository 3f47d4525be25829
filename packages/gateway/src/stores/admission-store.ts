import type { AuditEntry } from "./audit-store.ts";

export const admissionStates = ["admitted", "withdrawn"] as const;
export type AdmissionState = (typeof admissionStates)[number];

/** A decision about one contract of one tool, over the lock file. */
export interface AdmissionDecision {
  readonly server: string;
  /** The server's own name of the tool. */
  readonly tool: string;
  /** The digest that the lock would hold: exactly these bytes, and no others. */
  readonly digest: string;
  readonly state: AdmissionState;
  /** The person who decided, as the audit log names them. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The reason, in the person's own words. Empty for none. */
  readonly note: string;
}

export interface StoredAdmission extends AdmissionDecision {
  /** Counts the decisions about all tools, from 1. */
  readonly number: number;
}

/** Precondition of a decision, and its audit entry. */
export interface AdmissionChange {
  /** Number of the decision expected to be the newest about the tool. Undefined if there is none. */
  readonly replaces: number | undefined;
  readonly entry: AuditEntry;
}

/** Every decision that was ever made. The newest about a tool counts, and stored ones never change. */
export interface AdmissionStore {
  /**
   * Appends a decision in one transaction with its audit entry, on disk. `overtaken` if the newest
   * about the tool is not the one to replace.
   */
  readonly put: (
    decision: AdmissionDecision,
    change: AdmissionChange,
  ) => Promise<"put" | "overtaken">;
  /** Returns the newest decision about each tool, in the order in which they were made. */
  readonly newest: () => Promise<readonly StoredAdmission[]>;
  /** Returns the number of the newest decision, or 0. Watchers poll it first. */
  readonly revision: () => Promise<number>;
}
