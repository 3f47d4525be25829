/** JSON values, one on each line. */
export const linesType = "application/x-ndjson";

const atOnce = 64 * 1024;

/** Joins lines into larger pieces: one for each line would cost more than the line. */
export async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < atOnce) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

/**
 * Returns values as lines of JSON. Passes the end of the reader on even if it never began: what is
 * held for the stream is then freed.
 */
export function jsonLines(values: AsyncIterable<object>): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]: () => {
      const reading = values[Symbol.asyncIterator]();
      return {
        next: async () => {
          const found = await reading.next();
          if (found.done === true) return { done: true, value: undefined };
          return { done: false, value: `${JSON.stringify(found.value)}\n` };
        },
        return: async () => {
          await reading.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
