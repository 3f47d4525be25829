/** State of queries, for all processes that share the store. */
export interface QueryStore {
  /**
   * Moves a query from one of the states `from` to `to`, for a limited time. Returns whether it
   * did. Atomic: of two concurrent movers the second sees the first one's state.
   */
  readonly move: (key: string, move: QueryMove) => Promise<boolean>;
}

export interface QueryMove {
  readonly from: readonly string[];
  /** Also moves a query that is unknown. */
  readonly fromNothing: boolean;
  readonly to: string;
  readonly forMs: number;
}
