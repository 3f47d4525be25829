import type { Clock } from "../clock.ts";

/** Tells the time of the server. The clock of the browser may be wrong by hours. */
export interface ServerTime {
  readonly now: () => number;
  /** Learns from the `Date` header of an answer. It is cut to whole seconds. */
  readonly learn: (date: string | null, sentAt: number) => void;
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Narrows the difference to the server's clock with each answer. */
export function createServerTime(clock: Clock): ServerTime {
  let bounds: Bounds | undefined;

  return {
    now: () => clock.now() + (bounds === undefined ? 0 : (bounds.low + bounds.high) / 2),
    learn: (date, sentAt) => {
      const second = Date.parse(date ?? "");
      if (Number.isNaN(second)) return;
      const seen = { low: second - clock.now(), high: second + 1_000 - sentAt };
      bounds = narrowed(bounds, seen);
    },
  };
}

/** Starts again if the bounds contradict each other: one of the clocks was set. */
function narrowed(known: Bounds | undefined, seen: Bounds): Bounds {
  if (known === undefined) return seen;
  const both = { low: Math.max(known.low, seen.low), high: Math.min(known.high, seen.high) };
  return both.low <= both.high ? both : seen;
}
