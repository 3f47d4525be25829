import type { Clock } from "../../foundation/kernel/clock.ts";
import type { AuditStore } from "../../stores/audit-store.ts";
import { type UnfinishedCall, unfinishedCalls } from "./unfinished.ts";

export interface WatchUnfinishedOptions {
  readonly store: Pick<AuditStore, "unfinished">;
  readonly clock: Clock;
  /** After this time a call has ended, or its gateway has. */
  readonly longestCallMs: number;
  /** Told of all that have no end at first, then whenever there are more that cannot run any more. */
  readonly onFound: (calls: readonly UnfinishedCall[]) => void;
}

/** However long a call may take, so often somebody looks. */
const mostMs = 60 * 60_000;

/**
 * Looks for calls that never ended: now, and again and again, for those of which nobody could tell before and
 * those of other gateways. Rejects where the first look fails.
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
      await clock.sleep(Math.min(longestCallMs, mostMs), stopped.signal);
      // A store that is away is looked at the next time.
      await look(false).catch(() => undefined);
    }
  };

  await look(true);
  // Ends when its sleep is ended.
  const looking = keepLooking().catch(() => undefined);
  return {
    [Symbol.asyncDispose]: async () => {
      stopped.abort();
      await looking;
    },
  };
}
