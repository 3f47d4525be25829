import type { Clock } from "./clock.ts";

export interface ForgettingOptions {
  readonly clock: Clock;
  /** Retention period. */
  readonly forMs: number;
  /** Deletes up to `most` entries older than `before`, and returns their number. */
  readonly forget: (before: number, most: number) => Promise<number>;
  readonly forgotten: (count: number) => void;
  readonly failed: (error: unknown) => void;
}

const mostOftenMs = 1_000;
const usuallyMs = 60 * 60 * 1_000;

/** Small batches, so calls to the same store do not wait. */
const mostAtOnce = 500;

/** Deletes expired entries once an hour, in the background. */
export function openForgetting(options: ForgettingOptions): AsyncDisposable {
  const { clock, forMs } = options;
  const everyMs = Math.max(mostOftenMs, Math.min(usuallyMs, forMs));
  const closing = new AbortController();
  const { signal } = closing;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await forgetOld(options, signal);
      await clock.sleep(everyMs, signal);
    }
  };
  const running = run().catch(() => undefined);
  return {
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await running;
    },
  };
}

async function forgetOld(
  { clock, forMs, forget, forgotten, failed }: ForgettingOptions,
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - forMs;
  let count = 0;
  try {
    for (let gone = mostAtOnce; gone === mostAtOnce && !signal.aborted; count += gone) {
      gone = await forget(before, mostAtOnce);
    }
  } catch (error) {
    failed(error);
  }
  if (count > 0) forgotten(count);
}
