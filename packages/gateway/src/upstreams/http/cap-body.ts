import {
  answeredIdIn,
  type Excess,
  excessIn,
  harmlessLength,
} from "../../protocol/message-size.ts";
import { UpstreamError } from "../upstream.ts";

/** Fails the request whose answer has too much to be parsed. */
export type Refuse = (id: number, excess: Excess) => unknown;

type Cap = TransformStream<Uint8Array, Uint8Array>;

/** Passes a body of at most `maxBytes` on as a whole, if it may be parsed. Fails otherwise. */
export function capBody(maxBytes: number): Cap {
  const held = new Held(maxBytes);
  return new TransformStream({
    transform: (chunk, controller) => {
      if (!held.add(chunk)) controller.error(new UpstreamError({ kind: "garbled" }));
    },
    flush: (controller) => {
      const excess = held.isHarmless() ? undefined : excessIn(held.text());
      if (excess === undefined) for (const chunk of held.take()) controller.enqueue(chunk);
      else controller.error(new UpstreamError({ kind: "too-complex", excess }));
    },
  });
}

/**
 * Passes a stream on, event by event, and fails if one has more than `maxBytes`. The stream may live
 * for days. An event that may not be parsed is left out: the session and its other requests go on.
 */
export function capEvents(maxBytes: number, refuse: Refuse): Cap {
  const held = new Held(maxBytes);
  const endOf = createEndOf();
  const pass = (controller: TransformStreamDefaultController<Uint8Array>): void => {
    const data = held.isHarmless() ? "" : dataOf(held.text());
    const excess = data === undefined ? "values" : excessIn(data);
    const chunks = held.take();
    if (excess === undefined) {
      for (const chunk of chunks) controller.enqueue(chunk);
      return;
    }
    const id = data === undefined ? undefined : answeredIdIn(data);
    if (id !== undefined) refuse(id, excess);
  };
  return new TransformStream({
    transform: (chunk, controller) => {
      let from = 0;
      for (let end = endOf(chunk, from); end !== -1; end = endOf(chunk, from)) {
        if (!held.add(chunk.subarray(from, end))) break;
        pass(controller);
        from = end;
      }
      if (held.isFull() || !held.add(chunk.subarray(from))) {
        controller.error(new UpstreamError({ kind: "garbled" }));
      }
    },
    // Readers ignore an event that is not finished.
    flush: (controller) => {
      for (const chunk of held.take()) controller.enqueue(chunk);
    },
  });
}

/** The chunks of something that is not complete yet. */
class Held {
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns false if that is more than may be held. */
  add(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    return !this.isFull();
  }

  isFull(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  isHarmless(): boolean {
    return this.#bytes <= harmlessLength;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  take(): readonly Uint8Array[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#bytes = 0;
    return chunks;
  }
}

const newline = 10;
const carriageReturn = 13;

/**
 * Creates a function that returns the position after the next event, or -1 if it goes on in another
 * chunk. An empty line ends an event. Every kind of line end counts.
 */
function createEndOf(): (chunk: Uint8Array, from: number) => number {
  let isLineEmpty = true;
  let isAfterReturn = false;
  return (chunk, from) => {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      const isSecondHalf = isAfterReturn && byte === newline;
      const isEnd = byte === newline || byte === carriageReturn;
      isAfterReturn = byte === carriageReturn;
      if (isSecondHalf) continue;
      if (isEnd && isLineEmpty) return at + 1;
      isLineEmpty = isEnd;
    }
    return -1;
  };
}

/** Servers send a message in one line, or in as many as it would have on a page. */
const maxLines = 10_000;

/** Returns the data of an event, or undefined if it has too many lines. */
function dataOf(text: string): string | undefined {
  const lines = text.split(/\r\n?|\n/, maxLines + 1);
  if (lines.length > maxLines) return undefined;
  return lines.flatMap((line) => (line.startsWith("data:") ? [line.slice(5)] : [])).join("\n");
}
