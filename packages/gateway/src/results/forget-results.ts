import type { Clock } from "../kernel/clock.ts";
import type { ResultStore } from "../stores/result-store.ts";
import { StoreError } from "../stores/store-error.ts";
import type { Logger } from "../telemetry/events.ts";

export interface ForgettingOptions {
  readonly store: Pick<ResultStore, "forget" | "list">;
  readonly forMs: number;
  readonly clock: Clock;
  readonly log: Logger["log"];
}

const mostOftenMs = 1_000;
const usuallyMs = 60 * 60 * 1_000;

/** Few enough that calls, which go to the same store, do not wait for them. */
const mostAtOnce = 500;

/** Removes results that have become as old as they should, once an hour. Nobody waits for it. */
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
  { store, forMs, clock, log }: ForgettingOptions,
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - forMs;
  let results = 0;
  try {
    // Most stores keep nothing, and removing is a write.
    if ((await store.list({ before }, 1)).length === 0) return;
    for (let gone = mostAtOnce; gone === mostAtOnce && !signal.aborted; results += gone) {
      gone = await store.forget(before, mostAtOnce);
    }
  } catch (error) {
    const because = error instanceof StoreError ? error.message : "The gateway failed.";
    log("results.unforgotten", { because });
  }
  if (results > 0) log("results.forgotten", { results });
}
