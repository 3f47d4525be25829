import type { Writable } from "node:stream";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";

export interface OutboxDeps extends Pick<Runtime, "clock"> {
  /** Tells whether so much waits that nothing more should be read from the client. */
  readonly congested: (isCongested: boolean) => void;
  /** Called once, when the client does not read. */
  readonly stalled: (waitingBytes: number) => void;
}

/** A write of this size shows within the time limit that a slow client still reads. */
const pieceBytes = 64 * 1024;
const congestedBytes = 1024 * 1024;
/** Several of the largest results. Reading stops long before, so only running calls add to it. */
const maxWaitingBytes = 64 * 1024 * 1024;
/** A client on a slow line reads a piece in less. */
const stallMs = 30_000;

/**
 * Sends text to a client that may be slow. Keeps a bounded amount for it, and gives up if the client
 * takes nothing for too long.
 */
export class Outbox {
  readonly #output: Writable;
  readonly #deps: OutboxDeps;
  readonly #closed = new AbortController();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isFull = false;
  #isCongested = false;
  #isWatched = false;
  #drains = 0;
  #empty: PromiseWithResolvers<void> | undefined;

  constructor(output: Writable, deps: OutboxDeps) {
    this.#output = output;
    this.#deps = deps;
    output.on("drain", this.#flush);
  }

  /** Sends the text now or later. Drops it if the client was given up. */
  write(text: string): void {
    if (this.#closed.signal.aborted) return;
    if (!this.#isFull && text.length <= pieceBytes) {
      if (!this.#output.write(text)) this.#fill();
      return;
    }
    this.#keep(Buffer.from(text));
    if (!this.#isFull) this.#sendPieces();
    if (this.#waitingBytes > maxWaitingBytes) this.#giveUp();
    else this.#notifyCongestion();
  }

  /** Resolves when nothing waits any more, or nothing will be sent. */
  async drained(): Promise<void> {
    if (!this.#isFull || this.#closed.signal.aborted) return;
    this.#empty ??= Promise.withResolvers();
    await this.#empty.promise;
  }

  /** Drops everything that waits. */
  close(): void {
    this.#closed.abort();
    this.#output.off("drain", this.#flush);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#empty?.resolve();
  }

  #keep(bytes: Buffer): void {
    this.#waitingBytes += bytes.length;
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      this.#waiting.push(bytes.subarray(at, at + pieceBytes));
    }
  }

  readonly #flush = (): void => {
    this.#drains += 1;
    this.#isFull = false;
    this.#sendPieces();
    this.#notifyCongestion();
    this.#resolveEmpty();
  };

  #resolveEmpty(): void {
    if (this.#isFull) return;
    this.#empty?.resolve();
    this.#empty = undefined;
  }

  #sendPieces(): void {
    let sent = 0;
    for (const piece of this.#waiting) {
      if (this.#isFull) break;
      sent += 1;
      this.#waitingBytes -= piece.length;
      if (!this.#output.write(piece)) this.#fill();
    }
    this.#waiting.splice(0, sent);
  }

  #fill(): void {
    this.#isFull = true;
    if (this.#isWatched) return;
    this.#isWatched = true;
    void this.#watch().catch(() => undefined);
  }

  /** Waits until nothing was taken during a whole wait. Gives up if there was something to take. */
  async #watch(): Promise<void> {
    for (let drains = -1; drains !== this.#drains; ) {
      drains = this.#drains;
      await this.#deps.clock.sleep(stallMs, this.#closed.signal);
    }
    this.#isWatched = false;
    if (this.#isFull) this.#giveUp();
  }

  #giveUp(): void {
    if (this.#closed.signal.aborted) return;
    const bytes = this.#waitingBytes + this.#output.writableLength;
    this.close();
    this.#deps.stalled(bytes);
  }

  #notifyCongestion(): void {
    const isCongested = this.#waitingBytes > congestedBytes;
    if (isCongested === this.#isCongested) return;
    this.#isCongested = isCongested;
    this.#deps.congested(isCongested);
  }
}
