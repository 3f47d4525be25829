import type { Runtime } from "./runtime.ts";

export interface RetentionDeps extends Pick<Runtime, "clock"> {
  readonly retainMs: number;
  /** Deletes up to `max` entries older than `before`, and returns their number. */
  readonly prune: (before: number, max: number) => Promise<number>;
  readonly onPruned: (count: number) => void;
  readonly onFailed: (error: unknown) => void;
}

const minIntervalMs = 1_000;
const maxIntervalMs = 60 * 60 * 1_000;

/** Small batches, so calls to the same store do not wait. */
const maxBatch = 500;

/** Deletes expired entries once an hour, in the background. */
export function openRetention(deps: RetentionDeps): AsyncDisposable {
  const { clock, retainMs } = deps;
  const everyMs = Math.max(minIntervalMs, Math.min(maxIntervalMs, retainMs));
  const closing = new AbortController();
  const { signal } = closing;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await pruneExpired(deps, signal);
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

async function pruneExpired(
  { clock, retainMs, prune, onPruned, onFailed }: RetentionDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - retainMs;
  let count = 0;
  try {
    for (let pruned = maxBatch; pruned === maxBatch && !signal.aborted; count += pruned) {
      pruned = await prune(before, maxBatch);
    }
  } catch (error) {
    onFailed(error);
  }
  if (count > 0) onPruned(count);
}
