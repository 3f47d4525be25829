import type { Clock } from "../kernel/clock.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import { type UnfinishedCall, unfinishedCalls } from "./unfinished.ts";

export interface WatchUnfinishedOptions {
  readonly store: Pick<AuditStore, "unfinished">;
  readonly clock: Clock;
  /** After this time a call has ended, or its gateway has. */
  readonly longestCallMs: number;
  /** Told of all that have no end, whenever there are more of them. */
  readonly onFound: (calls: readonly UnfinishedCall[]) => void;
}

/**
 * Looks for calls that never ended: now, and again and again, for those that were younger and those of other
 * gateways. Calls that may still run somewhere are left alone. Rejects where the first look fails.
 */
export async function watchUnfinished(options: WatchUnfinishedOptions): Promise<AsyncDisposable> {
  const { store, clock, longestCallMs, onFound } = options;
  const stopped = new AbortController();
  let told = 0;

  const look = async (): Promise<void> => {
    const calls = await unfinishedCalls(store, clock.now() - longestCallMs);
    const newest = calls.at(-1)?.sequence ?? 0;
    if (newest > told) onFound(calls);
    told = Math.max(told, newest);
  };
  const keepLooking = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(longestCallMs, stopped.signal);
      // A store that is away is looked at the next time.
      await look().catch(() => undefined);
    }
  };

  await look();
  // Ends when its sleep is ended.
  const looking = keepLooking().catch(() => undefined);
  return {
    [Symbol.asyncDispose]: async () => {
      stopped.abort();
      await looking;
    },
  };
}
