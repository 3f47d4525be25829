export interface Allowance {
  readonly granted: number;
  readonly endsInMs: number;
}

/** Counts across all processes that share the store. */
export interface LimitStore {
  /** Takes up to `wanted` of the `most` that a key may have in a window of time. */
  readonly take: (
    key: string,
    asked: { readonly wanted: number; readonly most: number; readonly windowMs: number },
  ) => Promise<Allowance>;
  /** Takes a place among `most`, which frees itself after `leaseMs` unless it is taken again by its holder. */
  readonly enter: (
    key: string,
    place: { readonly holder: string; readonly most: number; readonly leaseMs: number },
  ) => Promise<boolean>;
  readonly leave: (key: string, holder: string) => Promise<void>;
}
