/** How far queries have come, for all processes that share the store. */
export interface QueryStore {
  /**
   * Brings a query into the state `to`, for this long, where nobody has heard of it or it is in one of the
   * states `from`. Says whether it did. One step: of two who come at once the second finds what the first left.
   */
  readonly move: (key: string, move: QueryMove) => Promise<boolean>;
}

export interface QueryMove {
  readonly from: readonly string[];
  readonly to: string;
  readonly forMs: number;
}
