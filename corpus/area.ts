/** One line of the report: a figure and, where there is one, the bound it must keep. */
export interface Row {
  readonly what: string;
  readonly figure: number;
  /** How to print the figure; a `rate` is shown in per cent. */
  readonly unit: "count" | "rate" | "ms" | "µs" | "MB";
  readonly bound?: { readonly at: "least" | "most" | "exactly"; readonly value: number };
  /** What a reader should look at: the first offender, the reason for a skip. */
  readonly note?: string;
}

/** One side of the product, measured on whatever files of its kind lie in the data folder. */
export interface Area {
  readonly name: string;
  /** Gives no rows when the folder holds no data of this area's kinds. */
  readonly measure: (dataFolder: string) => Promise<readonly Row[]>;
}
