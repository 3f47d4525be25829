/** Splits a stream of bytes into lines. */
export interface Lines {
  /** Returns false if a line exceeds the limit, so reading must stop. */
  readonly push: (chunk: Buffer) => boolean;
}

const newline = 10;

/**
 * Buffers at most `maxBytes` of an unfinished line, and copies it once, however many chunks it came
 * in.
 */
export function createLines(maxBytes: number, onLine: (line: string) => void): Lines {
  let held: Buffer[] = [];
  let heldBytes = 0;

  const finish = (last: Buffer): void => {
    const line = heldBytes === 0 ? last : Buffer.concat([...held, last]);
    held = [];
    heldBytes = 0;
    onLine(line.toString("utf8"));
  };

  return {
    push: (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        if (heldBytes + at - from > maxBytes) return false;
        finish(chunk.subarray(from, at));
        from = at + 1;
      }
      held.push(chunk.subarray(from));
      heldBytes += chunk.length - from;
      return heldBytes <= maxBytes;
    },
  };
}
