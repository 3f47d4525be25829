/** One measured figure that is no comparison of programs, with its promised bound. */
export interface Gauge {
  readonly what: string;
  /** Undefined if it could not be measured. */
  readonly value: number | undefined;
  readonly unit: string;
  /** The promised upper bound. Default: none. */
  readonly max?: number;
}
