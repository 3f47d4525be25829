import type { Clock } from "./clock.ts";

export interface LookAgainOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  /** Its signal aborts when nobody wants to know any more. */
  readonly look: (signal: AbortSignal) => Promise<void>;
}

/** Looks at something again and again, until it is disposed. */
export interface Looking extends AsyncDisposable {
  /** Looks now. */
  readonly now: () => Promise<void>;
}

/** Looks once before anybody goes on, and then in turns. A look that fails later does not end the looking. */
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
