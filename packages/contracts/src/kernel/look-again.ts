import type { Clock } from "./clock.ts";

export interface LookAgainOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  /** The signal aborts on disposal. */
  readonly look: (signal: AbortSignal) => Promise<void>;
}

/** Polls until it is disposed. */
export interface Looking extends AsyncDisposable {
  /** Polls immediately. */
  readonly now: () => Promise<void>;
}

/** Polls once before it returns, then periodically. A later failure does not stop polling. */
export async function lookAgain({ clock, everyMs, look }: LookAgainOptions): Promise<Looking> {
  const closing = new AbortController();
  const { signal } = closing;
  const now = (): Promise<void> => look(signal);
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await clock.sleep(everyMs, signal);
      await now().catch(() => undefined);
    }
  };
  await now();
  const watching = watch().catch(() => undefined);
  return {
    now,
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await watching;
    },
  };
}
