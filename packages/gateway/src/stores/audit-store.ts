/** One entry before it is chained. */
export interface AuditEntry {
  /** Canonical JSON, as it will be hashed. */
  readonly body: string;
  /** Absent for entries that are about no call. */
  readonly callId?: string;
  /** Whether the entry begins a call, ends one, or is about something else. */
  readonly part: "intent" | "outcome" | "note";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One row of the audit log: what it says, and the hash that ties it to everything before it. */
export interface AuditRow {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly body: string;
  /** Lower-case hexadecimal. */
  readonly hash: string;
}

/** A row as whoever has just written it knows it, which nobody need find out again. */
export interface AppendedRow extends AuditRow, Linked {
  /** The hash of the row before it. */
  readonly previous: string | undefined;
}

/** `committed` survives a killed process, `on-disk` also a machine that loses its power. */
export type Durability = "committed" | "on-disk";

/** What ties a row to all others. */
export interface Linked {
  /** Lower-case hexadecimal. */
  readonly hash: string;
  /** What the tree over all rows has of this one, a character for each byte. */
  readonly leaf: string;
}

/** Computes the hash of a row from the hash of the row before it. The first row has no one before it. */
export type Link = (previous: string | undefined, body: string) => Linked;

/**
 * Where the audit log lies. Several processes may add to one store; the store puts their rows into one
 * chain, and nothing changes a row that is there.
 */
export interface AuditStore {
  /**
   * Adds entries behind the last row, in their order, all or none. No entries, `on-disk`: what was
   * committed before is on disk afterwards.
   */
  readonly append: (
    entries: readonly AuditEntry[],
    durability: Durability,
  ) => Promise<readonly AppendedRow[]>;
  readonly last: () => Promise<AuditRow | undefined>;
  /** Rows with `from` ≤ sequence, the lowest first, at most `most`. */
  readonly read: (from: number, most: number) => Promise<readonly AuditRow[]>;
  /** The first intents of calls that were begun before `before` (milliseconds) and never ended, in their order. */
  readonly unfinished: (before: number) => Promise<readonly AuditRow[]>;
  /** Keeps the first of two with one size. */
  readonly keepCheckpoint: (checkpoint: StoredCheckpoint) => Promise<void>;
  /** The lowest size first, all of them or at most so many. */
  readonly checkpoints: (most?: number) => Promise<readonly StoredCheckpoint[]>;
}

/** A signed statement about all rows up to a size. */
export interface StoredCheckpoint {
  readonly size: number;
  /** The signed note, as it is sent to other places. */
  readonly note: string;
}

/** Personal fields, which lie beside the log so that they can be erased without breaking it. */
export interface PersonalStore {
  /** A field is written once: putting it again changes nothing. */
  readonly put: (field: PersonalField) => Promise<void>;
  readonly find: (id: string) => Promise<PersonalField | undefined>;
  /**
   * Destroys everything of a subject: its fields, what it requested approval for and the connections that it
   * has in its tenant (empty for none), and its name where it approved, in one step. Says how many fields
   * that were.
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
