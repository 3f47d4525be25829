import type { Runtime } from "./runtime.ts";

export interface PollOptions extends Pick<Runtime, "clock"> {
  readonly everyMs: number;
  /** The signal aborts on disposal. */
  readonly look: (signal: AbortSignal) => Promise<void>;
}

/** Polls until it is disposed. */
export interface Polling extends AsyncDisposable {
  /** Polls immediately. */
  readonly now: () => Promise<void>;
}

/** Polls once before it returns, then periodically. A later failure does not stop polling. */
export async function poll({ clock, everyMs, look }: PollOptions): Promise<Polling> {
  const closing = new AbortController();
  const { signal } = closing;
  const now = (): Promise<void> => look(signal);
  const repeat = async (): Promise<void> => {
    while (!signal.aborted) {
      await clock.sleep(everyMs, signal);
      await now().catch(() => undefined);
    }
  };
  await now();
  const repeating = repeat().catch(() => undefined);
  return {
    now,
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await repeating;
    },
  };
}
