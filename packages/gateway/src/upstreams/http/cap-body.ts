import { UpstreamError } from "../upstream.ts";

const newline = 10;
const carriageReturn = 13;

/**
 * Passes a body through up to `maxBytes`, then fails. In an event stream the limit applies per
 * event, because such a stream may live for days.
 */
export function capBody(
  maxBytes: number,
  perEvent: boolean,
): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      seen += chunk.length;
      if (seen > maxBytes) {
        controller.error(new UpstreamError({ kind: "garbled" }));
        return;
      }
      if (perEvent) seen = bytesAfterLastEvent(chunk) ?? seen;
      controller.enqueue(chunk);
    },
  });
}

/**
 * Finds the end of the last event, an empty line. One split over two chunks is missed, which only
 * makes the limit stricter.
 */
function bytesAfterLastEvent(chunk: Uint8Array): number | undefined {
  for (let at = chunk.lastIndexOf(newline); at > 0; at = chunk.lastIndexOf(newline, at - 1)) {
    const before = chunk[at - 1] === carriageReturn ? at - 2 : at - 1;
    if (chunk[before] === newline) return chunk.length - 1 - at;
  }
  return undefined;
}
