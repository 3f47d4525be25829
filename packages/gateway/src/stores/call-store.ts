/** How a call ended, as the audit log says. `started`: no outcome yet. `lost`: closed by an operator. */
export const callStatuses = ["started", "answered", "failed", "asked", "refused", "lost"] as const;
export type CallStatus = (typeof callStatuses)[number];

/** How a call ended. */
export interface CallEnd {
  readonly status: CallStatus;
  /** The result code. Empty before the end. */
  readonly code: string;
  /** How long it took. Null if that is not known. */
  readonly ms: number | null;
  /** The row of its outcome. Null before the end. */
  readonly endRow: number | null;
}

/** What the index knows of a call. It holds pseudonyms and no names of persons. */
export interface IndexedCall extends CallEnd {
  readonly callId: string;
  /** The row of its intent. */
  readonly row: number;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  /** The public name, as the caller gave it. */
  readonly tool: string;
  /** Empty if no tool was found. */
  readonly server: string;
  /** A pseudonym, or the id of a principal that is no person. */
  readonly subject: string;
  /** Empty for none. */
  readonly tenant: string;
}

/** Absent members match all calls. */
export interface CallFilter {
  readonly tool?: string;
  readonly server?: string;
  readonly status?: CallStatus;
  readonly code?: string;
  readonly subject?: string;
  readonly tenant?: string;
  /** The beginning of the id. Letters, digits and dashes. */
  readonly id?: string;
  /** Calls that began at this time or later. */
  readonly from?: number;
  /** Calls that began before this time. */
  readonly to?: number;
}

/** A place in the list. */
export type CallPlace = Pick<IndexedCall, "at" | "row">;

export interface FoundCalls {
  /** The newest first. */
  readonly calls: readonly IndexedCall[];
  /** Where the search goes on. It may have stopped before it found as many as asked for. */
  readonly next?: CallPlace;
}

/** How far the audit log was read into the index. */
export interface IndexedUpTo {
  readonly indexedTo: number;
  /** The last row of the log. */
  readonly last: number;
}

/**
 * An index of the calls in the audit log. It is written behind the log, never with it, and can be
 * behind.
 */
export interface CallStore {
  /**
   * Reads at most `max` further rows of the log into the index. Of several processes one does; the
   * others change nothing.
   */
  readonly index: (max: number) => Promise<IndexedUpTo>;
  readonly progress: () => Promise<IndexedUpTo>;
  readonly find: (callId: string) => Promise<IndexedCall | undefined>;
  /** Returns at most `max` calls behind a place. Its work is bounded, however many calls there are. */
  readonly list: (filter: CallFilter, max: number, behind?: CallPlace) => Promise<FoundCalls>;
}
