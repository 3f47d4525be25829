/** What the result of a discovery is found by. Other results, and older ones, have none of it. */
export interface ResultDiscovery {
  /** As the answer states it. */
  readonly discoveryId?: string;
  /** The stored id of the connection. */
  readonly connection?: string;
  /** The ids that were looked at, by level, as canonical JSON text. */
  readonly scope?: string;
  readonly tier?: string;
  /** The step of the discovery, as the answer states it. */
  readonly stage?: string;
  readonly correlation?: string;
}

/** A cleaned tool result. Stored ones never change. */
export interface StoredResult extends ResultDiscovery {
  readonly callId: string;
  readonly tenant: string;
  /** The caller's pseudonym in the audit log. It identifies no person after erasure. */
  readonly subject: string;
  readonly server: string;
  readonly tool: string;
  /** Digest of the contract that applied to the call. */
  readonly contract: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The cleaned result, as JSON text. */
  readonly output: string;
  /** `sha256:` and the hash of `output`, in hexadecimal. */
  readonly digest: string;
}

export interface ResultFilter {
  readonly tenant?: string;
  readonly tool?: string;
  readonly discoveryId?: string;
  /** Exclusive upper bound of the time. */
  readonly before?: number;
  /** Begins the list after the result of this call. */
  readonly behind?: Pick<StoredResult, "at" | "callId">;
}

/** Storage of results. Other databases may follow, so an adapter depends on this interface only. */
export interface ResultStore {
  /** Stores a result. `kept` also if the same one is stored already; `taken` if another is. */
  readonly keep: (result: StoredResult) => Promise<"kept" | "taken">;
  readonly find: (callId: string) => Promise<StoredResult | undefined>;
  /** Lists the newest first, without their output. */
  readonly list: (
    filter: ResultFilter,
    max: number,
  ) => Promise<readonly Omit<StoredResult, "output">[]>;
  /**
   * Removes whole results, by age and never by content: the oldest, at most `max`. Returns the
   * count.
   */
  readonly forget: (before: number, max: number) => Promise<number>;
}

/** In the order of the columns. */
export const resultFields = [
  "callId",
  "tenant",
  "subject",
  "server",
  "tool",
  "contract",
  "at",
  "digest",
  "discoveryId",
  "connection",
  "scope",
  "tier",
  "stage",
  "correlation",
  "output",
] as const satisfies readonly (keyof StoredResult)[];

/** Returns true if a result equals the stored one. */
export function isSameResult(a: StoredResult, b: StoredResult): boolean {
  return resultFields.every((key) => a[key] === b[key]);
}
