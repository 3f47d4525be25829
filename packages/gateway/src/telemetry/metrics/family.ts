export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** Count, sum and buckets of a set of values. Buckets are not cumulative. */
export interface Spread {
  readonly labels: Labels;
  readonly count: number;
  readonly sum: number;
  /** One more than the boundaries. Empty for a summary. */
  readonly buckets: readonly number[];
}

/** All samples of one metric. Names and labels are our own: untrusted text never becomes one. */
export type Family =
  | {
      readonly kind: "counter" | "gauge";
      readonly name: string;
      readonly help: string;
      readonly samples: readonly Sample[];
    }
  | {
      readonly kind: "histogram" | "summary";
      readonly name: string;
      readonly help: string;
      readonly boundaries: readonly number[];
      readonly spreads: readonly Spread[];
    };
