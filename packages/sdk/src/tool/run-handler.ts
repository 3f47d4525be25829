import { CallFailure } from "./call-failure.ts";

/**
 * Runs a handler until it answers or its caller leaves. Does not wait for a handler that ignores its
 * signal: it may do so for ever.
 */
export async function runHandler<Answer>(
  handle: () => Answer | Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  if (signal.aborted) throw new CallFailure("cancelled");
  const left = Promise.withResolvers<never>();
  const leave = () => {
    left.reject(new CallFailure("cancelled"));
  };
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([Promise.try(handle), left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
