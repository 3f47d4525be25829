import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";

export interface TimeOptions {
  readonly clock: Clock;
  readonly ms: number;
  /** Ends the time early, with its reason. */
  readonly signal: AbortSignal;
}

/** The time budget of one answer, across all its steps. */
export interface Time extends Disposable {
  /** Aborts on timeout, or when the caller cancels. */
  readonly signal: AbortSignal;
  readonly leftMs: () => number;
  /** Returns the result of a step, or throws on timeout: a model may ignore its signal forever. */
  readonly race: <T>(step: PromiseLike<T>) => Promise<T>;
}

export function openTime({ clock, ms, signal }: TimeOptions): Time {
  const ending = new AbortController();
  const over = new AbortController();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  const until = clock.monotonic() + ms;

  const end = (reason: unknown): void => {
    ending.abort(reason);
    ended.reject(reason);
  };
  const leave = (): void => end(signal.reason);
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  clock.sleep(ms, over.signal).then(
    () => end(new TimeoutError(`Nothing came within ${ms} ms.`)),
    () => undefined,
  );

  return {
    signal: ending.signal,
    leftMs: () => until - clock.monotonic(),
    race: (step) => Promise.race([step, ended.promise]),
    [Symbol.dispose]: () => {
      over.abort();
      signal.removeEventListener("abort", leave);
      // Cancels work still in flight: its result is no longer needed.
      ending.abort();
    },
  };
}
