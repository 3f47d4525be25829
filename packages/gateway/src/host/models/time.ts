import type { Clock } from "../../foundation/kernel/clock.ts";
import { Overdue } from "../../foundation/kernel/with-timeout.ts";

export interface TimeOptions {
  readonly clock: Clock;
  readonly ms: number;
  /** Ends the time before it is over, with its reason. */
  readonly signal: AbortSignal;
}

/** The time that one answer has, over as many steps as it takes. */
export interface Time extends Disposable {
  /** Aborts when time is up, or when whoever asked has left. */
  readonly signal: AbortSignal;
  readonly leftMs: () => number;
  /** What a step gives, unless time is up first: a model may ignore its signal for ever. */
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
    () => end(new Overdue(`Nothing came within ${ms} ms.`)),
    () => undefined,
  );

  return {
    signal: ending.signal,
    leftMs: () => until - clock.monotonic(),
    race: (step) => Promise.race([step, ended.promise]),
    [Symbol.dispose]: () => {
      over.abort();
      signal.removeEventListener("abort", leave);
      // What is still under way is for nobody.
      ending.abort();
    },
  };
}
