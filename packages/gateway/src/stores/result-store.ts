/** What a tool answered, cleaned. Nothing changes one that is there. */
export interface StoredResult {
  readonly callId: string;
  readonly tenant: string;
  /** The name of its caller in the audit log, which leads to nobody once that is erased. */
  readonly subject: string;
  readonly server: string;
  readonly tool: string;
  /** The digest of the contract that the call was held to. */
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
  /** Only those before this. */
  readonly before?: number;
}

/** Later other databases keep results too: an adapter knows nothing but this. */
export interface ResultStore {
  /** `kept` also where exactly this is there already; `taken` where something else is. */
  readonly keep: (result: StoredResult) => Promise<"kept" | "taken">;
  readonly find: (callId: string) => Promise<StoredResult | undefined>;
  /** The newest first, without what they say. */
  readonly list: (
    filter: ResultFilter,
    most: number,
  ) => Promise<readonly Omit<StoredResult, "output">[]>;
  /** Removes whole results, by age and never by content: the oldest, at most so many. Says how many. */
  readonly forget: (before: number, most: number) => Promise<number>;
}
