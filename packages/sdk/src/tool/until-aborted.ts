import { CallFailure } from "./call-failure.ts";

/**
 * Runs a call until it settles or its signal aborts. Does not wait for code that ignores its
 * signal, because that code may never end.
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
