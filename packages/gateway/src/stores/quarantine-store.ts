/** A result that broke its contract, redacted and cut. Kept for people; no model sees it. */
export interface QuarantinedResult {
  readonly id: string;
  readonly callId: string;
  /** Empty for none. */
  readonly tenant: string;
  readonly server: string;
  /** The public name. */
  readonly tool: string;
  /** Digest of the contract that it broke. */
  readonly contract: string;
  readonly clause: string;
  /** What the contract expected, in our own words. */
  readonly issues: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Hash of the whole text in hexadecimal, before redaction and truncation. */
  readonly sha256: string;
  /** Number of redacted places in the text. */
  readonly redacted: number;
  readonly isCut: boolean;
  /** The JSON text of the result, without secrets, truncated if long. */
  readonly text: string;
}

/** A quarantined result without its text. */
export type ListedQuarantined = Omit<QuarantinedResult, "text">;

export interface QuarantineFilter {
  readonly tenant?: string;
  readonly server?: string;
  readonly tool?: string;
  readonly clause?: string;
  /** Inclusive lower bound of the time. */
  readonly since?: number;
  /** Exclusive upper bound of the time. */
  readonly before?: number;
  /** Begins the list after this result. */
  readonly behind?: Pick<QuarantinedResult, "at" | "id">;
}

/** How much is kept at most. */
export interface QuarantineBounds {
  readonly maxResults: number;
  /** Of all texts together, in UTF-8. */
  readonly maxBytes: number;
}

/** Results that broke their contracts. Stored ones never change. */
export interface QuarantineStore {
  /** Stores a result. A result that has the id already stays as it is. */
  readonly keep: (result: QuarantinedResult) => Promise<void>;
  readonly find: (id: string) => Promise<QuarantinedResult | undefined>;
  /** Lists the newest first, without their texts. */
  readonly list: (filter: QuarantineFilter, max: number) => Promise<readonly ListedQuarantined[]>;
  /** Removes the named ones, whole. Returns the count of those that were there. */
  readonly remove: (ids: readonly string[]) => Promise<number>;
  /** Removes the oldest until the rest is within the bounds. Returns the count. */
  readonly trim: (bounds: QuarantineBounds) => Promise<number>;
  /** Removes what is older, at most `max` of the oldest. Returns the count. */
  readonly forget: (before: number, max: number) => Promise<number>;
}

/** Size of a text in the store. */
export function storedBytes({ text }: Pick<QuarantinedResult, "text">): number {
  return Buffer.byteLength(text);
}

interface Sized {
  readonly id: string;
  readonly bytes: number;
}

/** Returns the ids beyond the bounds. Takes them newest first. */
export function beyond(
  newestFirst: readonly Sized[],
  { maxResults, maxBytes }: QuarantineBounds,
): readonly string[] {
  let total = 0;
  const first = newestFirst.findIndex(({ bytes }, index) => {
    total += bytes;
    return index >= maxResults || total > maxBytes;
  });
  return first === -1 ? [] : newestFirst.slice(first).map(({ id }) => id);
}
