import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Places, Wanted } from "./places.ts";

export interface SeekingOptions<Held> {
  readonly clock: Clock;
  readonly isWaitedFor: (wanted: Wanted) => boolean;
  readonly found: (wanted: Wanted, held: Held) => void;
}

/** Poll interval. Other replicas do not announce freed slots. */
const askAgainMs = 25;

/**
 * Asks for a slot for each new call. If there is none, one poller serves all calls of the tool. So
 * the rate does not grow with the queue.
 */
export function createSeeking<Held>(
  { ask }: Places<Held>,
  { clock, isWaitedFor, found }: SeekingOptions<Held>,
): (wanted: Wanted) => void {
  if (ask === undefined) return () => undefined;
  const scarce = new Set<string>();

  const askOnce = async (wanted: Wanted): Promise<boolean> => {
    const held = await ask(wanted);
    if (held !== undefined) found(wanted, held);
    return held !== undefined;
  };

  const seek = async (wanted: Wanted): Promise<void> => {
    const key = keyOf(wanted);
    if (scarce.has(key) || (await askOnce(wanted)) || scarce.has(key)) return;
    scarce.add(key);
    while (isWaitedFor(wanted)) {
      if (!(await askOnce(wanted))) await clock.sleep(askAgainMs);
    }
    // In one step with the check for waiters: a call arriving in between would have no poller.
    scarce.delete(key);
  };

  return (wanted) => void seek(wanted);
}

function keyOf({ tool, isInside }: Wanted): string {
  return JSON.stringify([tool.publicName, isInside]);
}
