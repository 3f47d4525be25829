/** Where a command writes. It cannot print in any other way. */
export interface Terminal {
  /** One line, or several, that people or programs asked for. */
  readonly out: (text: string) => void;
  /** Complaints and notes. */
  readonly err: (text: string) => void;
  /** Shows how far long work has come, or clears it away. Says nothing in a pipe. */
  readonly progress: (text: string) => void;
  readonly columns: number;
  readonly color: boolean;
}
