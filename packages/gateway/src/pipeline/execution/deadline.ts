import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import { changesThings, type Execute } from "./execute.ts";

/**
 * Limits an attempt to its time, then aborts and refuses at once. Does not wait for the tool: an
 * untrusted one may ignore its signal forever. The same applies when the caller cancels.
 */
export function withDeadline(execute: Execute, deadlines: Deadlines): Execute {
  return async (call, { signal, endsAt }) => {
    const tool = call.registered.publicName;
    if (signal.aborted) throw new Refusal("cancelled", { tool, mayHaveActed: false });
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const attempt = new AbortController();
    const mayHaveActed = changesThings(call);

    const end = (refusal: Refusal): void => {
      reject(refusal);
      attempt.abort(refusal);
    };
    const leave = (): void => {
      end(new Refusal("cancelled", { tool, mayHaveActed }));
    };
    signal.addEventListener("abort", leave, { once: true });
    const callOff = deadlines.at(endsAt, () => {
      const afterMs = call.registered.settings.timeoutMs;
      end(new Refusal("deadline-passed", { tool, afterMs, mayHaveActed }));
    });

    execute(call, { signal: attempt.signal, endsAt }).then(resolve, reject);
    try {
      return await promise;
    } finally {
      callOff();
      signal.removeEventListener("abort", leave);
    }
  };
}
