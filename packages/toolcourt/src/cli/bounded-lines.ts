const maxUnread = 1_048_576;

export interface LineStream {
  /** Length of what no reader has taken yet. */
  readonly writableLength: number;
  readonly write: (text: string) => unknown;
}

/**
 * Returns a function that writes lines, and drops them while too much waits for a reader. A log
 * that is never read must not fill the memory of a gateway.
 */
export function boundedLines(stream: LineStream): (text: string) => void {
  return (text) => {
    if (stream.writableLength < maxUnread) stream.write(`${text}\n`);
  };
}
