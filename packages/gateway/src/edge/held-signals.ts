import type { ServerResponse } from "node:http";
import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";

type Stream = Pick<ServerResponse, "writableNeedDrain" | "closed" | "on">;

/** So few that they hardly fill a stream again. */
const atOnce = 50;

/**
 * Holds signals of change back while their client does not read. Keeps one for each key, because a
 * second one says nothing new. Otherwise a server that changes often could fill the memory by way
 * of a client that never reads.
 */
export class HeldSignals {
  readonly #held = new Map<string, () => void>();
  #stream: Stream | undefined;
  #isReleasing = false;

  /** Sets the stream of the signals. An open one is kept: a client has one, and gets no second. */
  over(stream: Stream): void {
    if (this.#stream?.closed === false) return;
    this.#held.clear();
    this.#stream = stream;
    stream.on("drain", () => void this.#release());
  }

  /** Sends a signal now, or when the client has read. */
  send(key: string, signal: () => void): void {
    if (this.#held.size > 0 || this.#stream?.writableNeedDrain === true)
      this.#held.set(key, signal);
    else signal();
  }

  async #release(): Promise<void> {
    if (this.#isReleasing) return;
    this.#isReleasing = true;
    // What already waits in the stream goes first, and may fill it again.
    await yieldToLoop();
    while (this.#held.size > 0 && this.#stream?.writableNeedDrain === false) {
      for (const [key, signal] of [...this.#held].slice(0, atOnce)) {
        this.#held.delete(key);
        signal();
      }
      await yieldToLoop();
    }
    this.#isReleasing = false;
  }
}
