import { HttpProtocolError } from "./protocol-error.ts";

/** As undici: it limits the header block to 16 KB. */
const maxHeadBytes = 16_384;

const emptyLine = Buffer.from("\r\n\r\n");

/** Collects bytes up to an empty line, in however many chunks they come. */
export class HeadCollector {
  /** Allocated for a block that comes in pieces. Most come whole. */
  #held: Buffer | undefined = undefined;
  #heldBytes = 0;
  /** The block with the end of its last line, without the empty line. Set once it is complete. */
  text = "";

  /** Returns the position after the empty line, or -1 if it is not in this chunk. */
  take(chunk: Buffer, from: number): number {
    if (this.#heldBytes > 0) return this.#join(chunk, from);
    const end = chunk.indexOf(emptyLine, from);
    if (end === -1) {
      this.#hold(chunk.subarray(from));
      return -1;
    }
    if (end + emptyLine.length - from > maxHeadBytes) throw new HttpProtocolError("head-too-large");
    this.text = chunk.toString("latin1", from, end + 2);
    return end + emptyLine.length;
  }

  #hold(bytes: Uint8Array): void {
    if (this.#heldBytes + bytes.length > maxHeadBytes) {
      throw new HttpProtocolError("head-too-large");
    }
    this.#held ??= Buffer.allocUnsafeSlow(maxHeadBytes);
    this.#held.set(bytes, this.#heldBytes);
    this.#heldBytes += bytes.length;
  }

  #join(chunk: Buffer, from: number): number {
    const before = this.#heldBytes;
    const room = maxHeadBytes - before;
    this.#hold(chunk.subarray(from, from + room));
    const held = this.#held ?? chunk;
    // The empty line may have begun in an earlier chunk.
    const end = held.subarray(0, this.#heldBytes).indexOf(emptyLine, Math.max(0, before - 3));
    if (end === -1) {
      if (chunk.length - from > room) throw new HttpProtocolError("head-too-large");
      return -1;
    }
    this.text = held.toString("latin1", 0, end + 2);
    this.#held = undefined;
    this.#heldBytes = 0;
    return from + end + emptyLine.length - before;
  }
}
