export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** How many values there were, what they add up to, and how many lie below each boundary but not below the last. */
export interface Spread {
  readonly labels: Labels;
  readonly count: number;
  readonly sum: number;
  /** One more than there are boundaries. Empty for a summary. */
  readonly buckets: readonly number[];
}

/** All that one name of a metric stands for. Names and labels are our own: no stranger's text becomes one. */
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
