/** One entry before it is chained. */
export interface AuditEntry {
  /** Canonical JSON, as it will be hashed. */
  readonly body: string;
  /** Absent for entries not about a call. */
  readonly callId?: string;
  /** `intent` begins a call, `outcome` ends it, `note` is about anything else. */
  readonly part: "intent" | "outcome" | "note";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One row of the audit log: its body, and the hash that chains it to all rows before it. */
export interface AuditRow {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly body: string;
  /** Lower-case hexadecimal. */
  readonly hash: string;
}

/** A row with the values its writer already computed. */
export interface AppendedRow extends AuditRow, Linked {
  /** Hash of the preceding row. */
  readonly previous: string | undefined;
}

/** `committed` survives a killed process, `on-disk` also a power loss. */
export type Durability = "committed" | "on-disk";

/** Hash and tree leaf of a row. */
export interface Linked {
  /** Lower-case hexadecimal. */
  readonly hash: string;
  /** The row's leaf in the Merkle tree, one character per byte. */
  readonly leaf: string;
}

/** Computes the hash of a row from that of the preceding row, undefined for the first. */
export type Link = (previous: string | undefined, body: string) => Linked;

/** The same in steps, for a database that takes the last one itself. */
export interface LinkSteps {
  readonly leafOf: (body: string) => string;
  /** SHA-256 of `prefix`, the preceding hash (zero bytes for the first row) and the leaf. */
  readonly hashOf: (previous: string | undefined, leaf: string) => string;
  readonly prefix: Buffer;
}

/**
 * Storage of the audit log. Several processes may append; the store serializes their rows into one
 * chain. Rows never change.
 */
export interface AuditStore {
  /**
   * Appends entries in order, all or none. An empty list with `on-disk` flushes earlier commits to
   * disk. `isRepeated`: an earlier attempt may have succeeded, so outcomes of calls that are not
   * open are left out.
   */
  readonly append: (
    entries: readonly AuditEntry[],
    durability: Durability,
    isRepeated?: boolean,
  ) => Promise<readonly AppendedRow[]>;
  readonly last: () => Promise<AuditRow | undefined>;
  /** Returns rows with `from` ≤ sequence, the lowest first, at most `max`. */
  readonly read: (from: number, max: number) => Promise<readonly AuditRow[]>;
  /**
   * Returns the first intents of calls begun before `before` (milliseconds) that never ended, in
   * order.
   */
  readonly unfinished: (before: number) => Promise<readonly AuditRow[]>;
  /**
   * Stores a checkpoint. The first one of a size wins. The search for unfinished calls then begins
   * at its size, so that its duration does not grow with the log.
   */
  readonly keepCheckpoint: (checkpoint: StoredCheckpoint) => Promise<void>;
  /** Returns checkpoints, the smallest size first. Default: all of them. */
  readonly checkpoints: (max?: number) => Promise<readonly StoredCheckpoint[]>;
  /** Returns the checkpoint of the largest size up to this one. */
  readonly checkpointUpTo: (size: number) => Promise<StoredCheckpoint | undefined>;
}

/** A checkpoint shortens the search for unfinished calls by at most so many rows: it has a deadline. */
export const maxFoldedRows = 50_000;

/** A signed statement about all rows up to a size. */
export interface StoredCheckpoint {
  readonly size: number;
  /** The signed note, as published. */
  readonly note: string;
}

/** Personal fields, stored outside the log so that erasing them does not break the chain. */
export interface PersonalStore {
  /** Writes a field once: a second put changes nothing. */
  readonly put: (field: PersonalField) => Promise<void>;
  readonly find: (id: string) => Promise<PersonalField | undefined>;
  /** Returns the distinct texts of a subject's fields, for stores in another database. */
  readonly textsOf: (subject: string) => Promise<readonly string[]>;
  /**
   * Erases a subject in one transaction and returns the number of its fields. Covers its fields,
   * its approval requests, and its connections in the tenant (empty for none). Its name in
   * approvals is replaced.
   */
  readonly erase: (subject: string, tenant: string) => Promise<number>;
}

export interface PersonalField {
  readonly id: string;
  /** A pseudonym. */
  readonly subject: string;
  readonly salt: string;
  readonly text: string;
}
