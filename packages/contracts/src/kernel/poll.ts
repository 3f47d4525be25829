import type { Runtime } from "./runtime.ts";

export interface PollOptions extends Pick<Runtime, "clock"> {
  readonly everyMs: number;
  /** The signal aborts on disposal. */
  readonly look: (signal: AbortSignal) => Promise<void>;
}

/** Polls once before it returns, then periodically. A later failure does not stop polling. */
export async function poll(options: PollOptions): Promise<Polling> {
  const closing = new AbortController();
  await options.look(closing.signal);
  return new Polling(options, closing);
}

/** Polls until it is disposed. */
export class Polling implements AsyncDisposable {
  readonly #options: PollOptions;
  readonly #closing: AbortController;
  readonly #repeating: Promise<void>;

  constructor(options: PollOptions, closing: AbortController) {
    this.#options = options;
    this.#closing = closing;
    this.#repeating = this.#repeat().catch(() => undefined);
  }

  /** Polls immediately. */
  readonly now = (): Promise<void> => this.#options.look(this.#closing.signal);

  async #repeat(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#options.clock.sleep(this.#options.everyMs, signal);
      await this.now().catch(() => undefined);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#repeating;
  }
}
