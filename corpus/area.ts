/** One line of the report: a figure and its optional bound. */
export interface Row {
  readonly what: string;
  readonly figure: number;
  /** The unit for printing. A `rate` prints as a percentage. */
  readonly unit: "count" | "rate" | "ms" | "µs" | "MB";
  readonly bound?: { readonly at: "least" | "most" | "exactly"; readonly value: number };
  /** A hint for the reader: the first offender, or the reason for a skip. */
  readonly note?: string;
}

/** One side of the product, measured on the files of its kind in the data folder. */
export interface Area {
  readonly name: string;
  /** Returns no rows if the folder holds no data for this area. */
  readonly measure: (dataFolder: string) => Promise<readonly Row[]>;
}
