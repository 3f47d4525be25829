import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { IncomingCall } from "./call.ts";
import { type Ending, endingOf } from "./ending.ts";
import type { Outcome, Stages } from "./pipeline.ts";

/** A call as far as it got, and its outcome. */
export interface EndedCall {
  readonly call: IncomingCall;
  readonly outcome: Outcome;
  readonly ending: Ending;
  readonly ms: number;
}

/** Observes calls. It must be fast. If it fails, the call continues unaffected. */
export interface CallWatcher {
  readonly opened?: (call: IncomingCall) => void;
  readonly closed: (ended: EndedCall) => void;
}

/**
 * Notifies watchers when a call's record opens and closes: nothing ends unrecorded or unobserved.
 */
export function watchCalls(
  record: Stages["record"],
  watchers: readonly CallWatcher[],
  clock: Clock,
): Stages["record"] {
  if (watchers.length === 0) return record;
  return (call) => {
    const began = clock.monotonic();
    for (const { opened } of watchers) unharmed(() => opened?.(call));
    const { sealed, closed } = record(call);
    const tell = (now: IncomingCall, outcome: Outcome): void => {
      const ms = clock.monotonic() - began;
      const ended = { call: now, outcome, ending: endingOf(outcome), ms };
      for (const watcher of watchers) unharmed(() => watcher.closed(ended));
    };
    return {
      sealed,
      closed: async (now, outcome) => {
        try {
          await closed(now, outcome);
        } catch (error) {
          tell(now, { kind: "refused", error });
          throw error;
        }
        tell(now, outcome);
      },
    };
  };
}

function unharmed(look: () => void): void {
  try {
    look();
  } catch {
    // A value too deep to serialize, for one, is no reason to refuse a call.
  }
}
