/** How far queries have come, for all processes that share the store. */
export interface QueryStore {
  /**
   * Brings a query into the state `to`, for this long, where it is in one of the states `from`. Says whether
   * it did. One step: of two who come at once the second finds what the first left.
   */
  readonly move: (key: string, move: QueryMove) => Promise<boolean>;
}

export interface QueryMove {
  readonly from: readonly string[];
  /** Whether it is moved also where nobody has heard of it. */
  readonly fromNothing: boolean;
  readonly to: string;
  readonly forMs: number;
}
