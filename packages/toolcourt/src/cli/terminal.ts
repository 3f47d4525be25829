/** The only output of a command. */
export interface Terminal {
  /** Writes requested output, one or more lines. */
  readonly out: (text: string) => void;
  /** Writes errors and notes. */
  readonly err: (text: string) => void;
  /** Shows or clears the progress of long work. Silent in a pipe. */
  readonly progress: (text: string) => void;
  readonly columns: number;
  readonly color: boolean;
}
