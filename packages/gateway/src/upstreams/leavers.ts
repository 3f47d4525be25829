import type { Clock } from "../foundation/kernel/clock.ts";

/** Requests that nobody waits for any more and that the server may still be at. */
export interface Leavers {
  readonly add: (id: number) => void;
  /** The server is done with it. Says whether it was one of them. */
  readonly remove: (id: number) => boolean;
  readonly isAnybody: () => boolean;
  readonly has: (id: number) => boolean;
  /** Whether it may have been one of them, for so long that nobody remembers. */
  readonly mayHaveBeen: (id: number) => boolean;
}

/** A server that was told that a caller left says no more about it, so at some time we believe it. */
const believedAfterMs = 60_000;

export function createLeavers(clock: Clock): Leavers {
  const since = new Map<number, number>();
  let highestForgotten = Number.NEGATIVE_INFINITY;

  const forgetOld = (): void => {
    const oldest = clock.monotonic() - believedAfterMs;
    for (const [id, at] of since) {
      if (at > oldest) return;
      since.delete(id);
      highestForgotten = Math.max(highestForgotten, id);
    }
  };

  return {
    add: (id) => {
      forgetOld();
      since.set(id, clock.monotonic());
    },
    remove: (id) => since.delete(id),
    isAnybody: () => {
      forgetOld();
      return since.size > 0;
    },
    has: (id) => since.has(id),
    mayHaveBeen: (id) => id <= highestForgotten,
  };
}
