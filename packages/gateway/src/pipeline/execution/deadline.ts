import { Refusal } from "../../foundation/errors/refusal.ts";
import type { Deadlines } from "../../foundation/kernel/deadlines.ts";
import { changesThings, type Execute } from "./execute.ts";

/**
 * Gives an attempt the time that its bounds leave, then aborts it and refuses without waiting for it
 * to notice: an untrusted tool may ignore its signal for ever. The same when the caller leaves.
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
