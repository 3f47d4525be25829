import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";

export interface DeadlineOptions {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly ms: number;
  /** Aborts the work early, with the reason of the signal. */
  readonly signal: AbortSignal | undefined;
}

/** Limits the time of work like `withTimeout`, but shares one timer: most work ends in time. */
export async function withinDeadline<T>(
  { clock, deadlines, ms, signal }: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const either = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const end = (reason: unknown): void => {
    either.abort(reason);
    reject(reason);
  };
  const leave = (): void => end(signal?.reason);
  const callOff = deadlines.at(clock.monotonic() + ms, () =>
    end(new TimeoutError(`Nothing came within ${ms} ms.`)),
  );
  signal?.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work(either.signal), ended]);
  } finally {
    callOff();
    signal?.removeEventListener("abort", leave);
  }
}
