/**
 * One entry of a history. `body` is what its writer needs, with nothing readable in it but times,
 * names of tools and amounts.
 */
export interface HistoryEntry {
  /** Counts from 1 without gaps. */
  readonly position: number;
  readonly at: number;
  /** Text without zero bytes, such as JSON. */
  readonly body: string;
}

/**
 * What principals did and read, as lists that only grow at their end. A decision is written at the
 * position after the last entry that it knew. If another process was faster, it must decide anew.
 */
export interface HistoryStore {
  /** Lists the entries after a position, oldest first, at most `max`. */
  readonly read: (history: string, after: number, max: number) => Promise<readonly HistoryEntry[]>;
  /**
   * Adds an entry at a position. False if there is one already, or none before it. False as well if
   * the one before has another time than `previousAt`: then it belongs to a later history of that
   * name. Default: any time.
   */
  readonly append: (history: string, entry: HistoryEntry, previousAt?: number) => Promise<boolean>;
  /** Returns the last entry at once. For stores of one process. Default: it has to be read. */
  readonly last?: (history: string) => HistoryEntry | undefined;
  /**
   * Removes histories whose last entry lies before a moment, at most `max`. Returns their number.
   * A history is removed as a whole: a part of it would be milder than all of it.
   */
  readonly forget: (before: number, max: number) => Promise<number>;
}

/** How long a history is kept after its last entry: the longest window of a statement. */
export const historyForMs = 30 * 24 * 60 * 60_000;
