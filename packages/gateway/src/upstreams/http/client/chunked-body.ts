import { HeadCollector } from "./head-collector.ts";
import { HttpProtocolError } from "./protocol-error.ts";
import { areFields } from "./response-head.ts";

/** Limits a chunk to 4 GB. What it holds is limited by its reader. */
const maxSizeDigits = 8;
const carriageReturn = 13;
const newline = 10;

/** Returns the state after a byte of the framing. */
type Step = (body: Framing, byte: number) => Step;

/** The position in the framing between pieces of data. */
interface Framing {
  /** Bytes of the chunk that are missing. */
  size: number;
  digits: number;
}

const size: Step = (body, byte) => {
  if (byte === carriageReturn && body.digits > 0) return sizeEnd;
  const digit = digitOf(byte);
  body.digits += 1;
  if (digit === -1 || body.digits > maxSizeDigits) throw new HttpProtocolError("chunk");
  body.size = body.size * 16 + digit;
  return size;
};
const sizeEnd: Step = (body, byte) => {
  expectByte(byte, newline);
  body.digits = 0;
  return body.size === 0 ? afterLast : data;
};
/** The state in which bytes are data. Its end is found by counting. */
const data: Step = (_body, byte) => {
  expectByte(byte, carriageReturn);
  return dataEnd;
};
const dataEnd: Step = (_body, byte) => {
  expectByte(byte, newline);
  return size;
};
const afterLast: Step = (_body, byte) => (byte === carriageReturn ? lastEnd : trailer);
const lastEnd: Step = (_body, byte) => {
  expectByte(byte, newline);
  return complete;
};
const trailer: Step = () => trailer;
const complete: Step = () => complete;

/** Decodes one body in the chunked coding. Chunk extensions are refused: nothing uses them. */
export class ChunkedBody implements Framing {
  size = 0;
  digits = 0;
  #step = size;
  #trailer: HeadCollector | undefined = undefined;

  isComplete(): boolean {
    return this.#step === complete;
  }

  hasTrailer(): boolean {
    return this.#trailer !== undefined;
  }

  /** Passes the data in a piece of the body on. Returns the position after what it has read. */
  take(bytes: Buffer, start: number, onData: (data: Buffer) => void): number {
    let at = start;
    while (at < bytes.length && this.#step !== complete) {
      const from = at;
      if (this.#step === trailer) at = this.#takeTrailer(bytes, from);
      else if (this.#step !== data || this.size === 0) at = this.#takeByte(bytes, from);
      else {
        at = Math.min(bytes.length, from + this.size);
        this.size -= at - from;
        onData(bytes.subarray(from, at));
      }
    }
    return at;
  }

  #takeByte(bytes: Buffer, at: number): number {
    this.#step = this.#step(this, bytes[at] ?? 0);
    // The first byte of a trailer section belongs to its first field.
    return this.#step === trailer ? at : at + 1;
  }

  #takeTrailer(bytes: Buffer, from: number): number {
    this.#trailer ??= new HeadCollector();
    const end = this.#trailer.take(bytes, from);
    if (end === -1) return bytes.length;
    const { text } = this.#trailer;
    if (!areFields(text) || framing.test(text)) throw new HttpProtocolError("trailer");
    this.#step = complete;
    return end;
  }
}

/** Fields that would change where a message ends. */
const framing = /^(?:content-length|transfer-encoding|connection|upgrade):/im;

function expectByte(byte: number, expected: number): void {
  if (byte !== expected) throw new HttpProtocolError("chunk");
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
