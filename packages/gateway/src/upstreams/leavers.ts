import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

/** Requests whose caller has left while the server may still work on them. */
export interface Leavers {
  readonly add: (id: number) => void;
  /** Removes an id when the server has answered it. Returns whether it was there. */
  readonly remove: (id: number) => boolean;
  readonly isAnybody: () => boolean;
  readonly has: (id: number) => boolean;
  /** Returns whether the id may have been one that was forgotten by age. */
  readonly mayHaveBeen: (id: number) => boolean;
}

/** A server that heeds a cancellation sends nothing more, so after this time we forget it. */
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
