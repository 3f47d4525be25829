import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

/** Grace period for running work on shutdown. */
const graceMs = 4_000;
/** How long the refusals of running work may take to be sent. */
const partingMs = 500;

/**
 * Answer to a request during shutdown. The code is ours, outside the range that the protocol
 * reserves.
 */
export const stopping = {
  kind: "refused",
  code: 7004,
  message: "The gateway is stopping.",
} as const;

/** Tracks running work at an entrance and its shutdown. */
export interface GracefulShutdown {
  readonly isClosing: () => boolean;
  /** Aborts when running work must end. */
  readonly signal: AbortSignal;
  /** Registers one more run. It is aborted when the grace period ends, unless it ended before. */
  readonly begin: () => AbortController;
  readonly end: (run: AbortController) => void;
  /** Waits for running work, then refuses it. Never takes longer than five seconds. */
  readonly close: () => Promise<void>;
}

export function createGracefulShutdown(clock: Clock): GracefulShutdown {
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
    const stopped = new Error("The gateway is stopping.");
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
