/** The result of one check of the console. */
export interface Finding {
  /** What was measured, in one line. */
  readonly figure: string;
  /** Empty if the check passes. */
  readonly problems: readonly string[];
}
