import type { Clock } from "../foundation/kernel/clock.ts";

/** How long what runs may go on when we stop. */
const graceMs = 4_000;
/** How long the refusals of what still runs may take to leave. */
const partingMs = 500;

/** What is said to a request that comes too late. The number is ours, outside of what the protocol reserves. */
export const stopping = { kind: "refused", code: 7004, message: "The gateway stops." } as const;

/** What runs at an entrance, and how it comes to an end. */
export interface ClosingTime {
  readonly isClosing: () => boolean;
  /** Aborts when what still runs must end. */
  readonly signal: AbortSignal;
  /** Counts one more that runs. It is aborted when the time is up, unless it was ended before. */
  readonly begin: () => AbortController;
  readonly end: (run: AbortController) => void;
  /** Lets what runs come to its end, then refuses it. Never takes longer than five seconds. */
  readonly close: () => Promise<void>;
}

export function createClosingTime(clock: Clock): ClosingTime {
  const running = new Set<AbortController>();
  const timeIsUp = new AbortController();
  const empty = Promise.withResolvers<void>();
  let isClosing = false;

  const within = async (ms: number): Promise<void> => {
    const enough = new AbortController();
    await Promise.race([empty.promise, clock.sleep(ms, enough.signal).catch(() => undefined)]);
    enough.abort();
  };
  const close = async (): Promise<void> => {
    isClosing = true;
    if (running.size === 0) return;
    await within(graceMs);
    const stopped = new Error("The gateway stops.");
    timeIsUp.abort(stopped);
    for (const run of running) run.abort(stopped);
    if (running.size > 0) await within(partingMs);
  };
  let closed: Promise<void> | undefined;

  return {
    isClosing: () => isClosing,
    signal: timeIsUp.signal,
    begin: () => {
      const run = new AbortController();
      running.add(run);
      return run;
    },
    end: (run) => {
      running.delete(run);
      if (isClosing && running.size === 0) empty.resolve();
    },
    close: () => (closed ??= close()),
  };
}
