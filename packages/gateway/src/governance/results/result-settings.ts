/** Which results are kept, and for how long. */
export interface ResultSettings {
  /** Tools by their public names. */
  readonly retain: "none" | "all" | readonly string[];
  readonly retainForMs: number;
  /** Withholds a result that cannot be stored. */
  readonly required: boolean;
}
