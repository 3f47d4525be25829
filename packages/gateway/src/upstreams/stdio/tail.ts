/** The end of a stream that is otherwise discarded. */
export interface Tail {
  readonly push: (chunk: Buffer) => void;
  readonly text: () => string;
  /** Total number of bytes, kept or not. */
  readonly bytes: () => number;
}

export function createTail(maxBytes: number): Tail {
  let kept = Buffer.alloc(0);
  let bytes = 0;
  return {
    push: (chunk) => {
      bytes += chunk.length;
      // Copied, so that a small rest does not keep a large chunk alive.
      kept = Buffer.concat([kept, chunk.subarray(-maxBytes)]).subarray(-maxBytes);
    },
    text: () => kept.toString("utf8"),
    bytes: () => bytes,
  };
}
