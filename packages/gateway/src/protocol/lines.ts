const newline = 10;

/**
 * Splits a stream of bytes into lines. Buffers at most `maxBytes` of an unfinished line, and copies
 * it once, however many chunks it came in.
 */
export function createLines(maxBytes: number, onLine: (line: string) => void) {
  let held: Buffer[] = [];
  let heldBytes = 0;

  const finish = (last: Buffer): void => {
    const line = heldBytes === 0 ? last : Buffer.concat([...held, last]);
    held = [];
    heldBytes = 0;
    onLine(line.toString("utf8"));
  };

  /** Returns false if a line exceeds the limit, so reading must stop. */
  return function push(chunk: Buffer): boolean {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      if (heldBytes + at - from > maxBytes) return false;
      finish(chunk.subarray(from, at));
      from = at + 1;
    }
    held.push(chunk.subarray(from));
    heldBytes += chunk.length - from;
    return heldBytes <= maxBytes;
  };
}

export type LineReading =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "too-long" }
  | { readonly kind: "not-text" };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Splits a stream of bytes into lines. Drops an oversized line as soon as it exceeds the limit, and
 * continues behind it. An endless line can neither exhaust memory nor stop the reading.
 */
export function createStrictLines(
  maxBytes: number,
  onLine: (line: LineReading) => void,
): (chunk: Buffer) => void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isGivenUp = false;

  const hold = (piece: Buffer): void => {
    heldBytes += piece.length;
    if (isGivenUp) return;
    if (heldBytes <= maxBytes) {
      held.push(piece);
      return;
    }
    isGivenUp = true;
    held = [];
    onLine({ kind: "too-long" });
  };
  const finish = (): void => {
    const pieces = held;
    const isLine = !isGivenUp;
    held = [];
    heldBytes = 0;
    isGivenUp = false;
    if (isLine) onLine(decoded(pieces));
  };

  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      hold(chunk.subarray(from, at));
      finish();
      from = at + 1;
    }
    if (from < chunk.length) hold(chunk.subarray(from));
  };
}

function decoded(pieces: readonly Buffer[]): LineReading {
  const [first, ...more] = pieces;
  try {
    return { kind: "text", text: utf8.decode(more.length === 0 ? first : Buffer.concat(pieces)) };
  } catch {
    return { kind: "not-text" };
  }
}
