/** Which answers are kept, and for how long. */
export interface ResultSettings {
  /** Tools by the names that callers know them by. */
  readonly keep: "none" | "all" | readonly string[];
  readonly forMs: number;
  /** Whether an answer that cannot be kept does not leave. */
  readonly required: boolean;
}
