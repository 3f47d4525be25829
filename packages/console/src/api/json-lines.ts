/** A line longer than this is not one of ours. */
const maxBuffered = 262_144;

/** Reads an answer of JSON values, one on each line, as they arrive. */
export async function* jsonLinesOf(response: Response): AsyncGenerator {
  const body = response.body ?? new ReadableStream<Uint8Array<ArrayBuffer>>();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + next.value).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxBuffered) throw new RangeError("A line of the answer is too long.");
    for (const line of lines) yield JSON.parse(line);
  }
}
