import type { Runtime } from "./runtime.ts";

/** Thrown on timeout. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  /** The system's timeout code. */
  readonly code = "ETIMEDOUT";
}

export interface Timeout extends Pick<Runtime, "clock"> {
  readonly ms: number;
  /** Aborts the work early, with the reason of the signal. Default: none. */
  readonly signal?: AbortSignal;
}

/** Limits the time of work. On timeout it aborts the signal and throws without waiting. */
export async function withTimeout<T>(
  { clock, ms, signal }: Timeout,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const late = new AbortController();
  const done = new AbortController();
  const either = AbortSignal.any(signal === undefined ? [late.signal] : [late.signal, signal]);
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  const end = (): void => ended.reject(either.reason);
  either.addEventListener("abort", end, { once: true });
  clock.sleep(ms, done.signal).then(
    () => late.abort(new TimeoutError(`Nothing came within ${ms} ms.`)),
    () => undefined,
  );
  try {
    return await Promise.race([work(either), ended.promise]);
  } finally {
    done.abort();
    either.removeEventListener("abort", end);
  }
}
