import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { AuditStore } from "../../stores/audit-store.ts";
import { type UnfinishedCall, unfinishedCalls } from "./unfinished.ts";

export interface WatchUnfinishedOptions {
  readonly store: Pick<AuditStore, "unfinished">;
  readonly clock: Clock;
  /** After this time a call has ended, or its gateway has. */
  readonly longestCallMs: number;
  /**
   * Called first with all unfinished calls, then whenever more of them can no longer be running.
   */
  readonly onFound: (calls: readonly UnfinishedCall[]) => void;
}

/** Maximum interval between checks, for any call duration. */
const maxIntervalMs = 60 * 60_000;

/**
 * Looks for calls without an outcome, now and periodically. Later checks find calls that were still
 * undecided and those of other gateways. Rejects if the first check fails.
 */
export async function watchUnfinished(options: WatchUnfinishedOptions): Promise<AsyncDisposable> {
  const { store, clock, longestCallMs, onFound } = options;
  const stopped = new AbortController();
  let told = 0;

  const look = async (isFirst: boolean): Promise<void> => {
    const calls = await unfinishedCalls(store, { now: clock.now(), longestCallMs });
    const lost = calls.filter(({ mayStillRun }) => !mayStillRun);
    const newest = lost.at(-1)?.sequence ?? 0;
    if (isFirst && calls.length > 0) onFound(calls);
    else if (newest > told) onFound(lost);
    told = Math.max(told, newest);
  };
  const keepLooking = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(Math.min(longestCallMs, maxIntervalMs), stopped.signal);
      // On a store outage, try again next time.
      await look(false).catch(() => undefined);
    }
  };

  await look(true);
  // Ends when its sleep is aborted.
  const looking = keepLooking().catch(() => undefined);
  return {
    [Symbol.asyncDispose]: async () => {
      stopped.abort();
      await looking;
    },
  };
}
