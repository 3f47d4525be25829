export interface Allowance {
  readonly granted: number;
  readonly endsInMs: number;
}

/** Counts across all processes that share the store. */
export interface LimitStore {
  /** Takes up to `wanted` of the `max` units a key may use in a time window. */
  readonly take: (
    key: string,
    asked: { readonly wanted: number; readonly max: number; readonly windowMs: number },
  ) => Promise<Allowance>;
  /** Takes one of `most` slots. The lease ends after `leaseMs` unless its holder renews it. */
  readonly enter: (
    key: string,
    slot: { readonly holder: string; readonly max: number; readonly leaseMs: number },
  ) => Promise<boolean>;
  readonly leave: (key: string, holder: string) => Promise<void>;
}
