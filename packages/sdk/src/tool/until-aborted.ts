import { CallFailure } from "./call-failure.ts";

/**
 * Runs a call until it is done or its caller leaves. Does not wait for code that ignores its signal:
 * it may do so for ever.
 */
export async function untilAborted<Answer>(
  run: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  if (signal.aborted) throw new CallFailure("cancelled");
  const left = Promise.withResolvers<never>();
  const leave = () => {
    left.reject(new CallFailure("cancelled"));
  };
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([run(), left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
