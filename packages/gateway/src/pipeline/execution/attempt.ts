import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type Cancellation, Canceller } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { ApprovedCall } from "../call.ts";

/** The deadline of an attempt in monotonic ms, and the signal that may end it earlier. */
export interface Bounds {
  readonly signal: Cancellation;
  readonly endsAt: number;
}

/** Sends a call to its tool once. Resolves to the raw result. */
export type Send = (call: ApprovedCall, bounds: Bounds) => Promise<unknown>;

/** Returns the timeout of the tool, or a smaller one that the policy sets for this caller (T23). */
export function timeoutMsOf({ registered, grant }: ApprovedCall): number {
  const { timeoutMs } = registered.settings;
  const { caps } = grant;
  return caps?.timeoutMs === undefined ? timeoutMs : Math.min(timeoutMs, caps.timeoutMs.max);
}

/** Returns whether the tool has effects, so that a retry may repeat them. */
export function changesThings({ registered }: Pick<ApprovedCall, "registered">): boolean {
  return registered.contract.effect !== "read";
}

/** A proxy that does not report left nothing to abort: its tool may run, or be done. */
function overdue(call: ApprovedCall): Refusal {
  const { publicName: tool, contract } = call.registered;
  if (call.carrier !== undefined) {
    const fault = { kind: "not-reported" };
    return new Refusal("outcome-unknown", { tool, server: contract.server, fault });
  }
  const mayHaveActed = changesThings(call);
  return new Refusal("deadline-passed", { tool, afterMs: timeoutMsOf(call), mayHaveActed });
}

/**
 * Limits an attempt to its time, then aborts and refuses at once. Does not wait for the tool: an
 * untrusted one may ignore its signal forever. The same applies when the caller cancels.
 */
export function createAttempt(send: Send, deadlines: Deadlines): Send {
  return (call, { signal, endsAt }) => {
    const tool = call.registered.publicName;
    const mayHaveActed = changesThings(call);
    return new Promise((resolve, reject) => {
      if (signal.aborted) throw new Refusal("cancelled", { tool, mayHaveActed: false });
      const attempt = new Canceller();
      /** Ends the wait for the deadline and for the caller, then passes on. */
      const last =
        <Value>(pass: (value: Value) => void) =>
        (value: Value): void => {
          callOff();
          signal.removeEventListener("abort", leave);
          pass(value);
        };
      const end = last((refusal: Refusal) => {
        reject(refusal);
        attempt.abort(refusal);
      });
      const leave = (): void => end(new Refusal("cancelled", { tool, mayHaveActed }));
      const callOff = deadlines.at(endsAt, () => {
        end(overdue(call));
      });
      signal.addEventListener("abort", leave, { once: true });
      try {
        send(call, { signal: attempt, endsAt }).then(last(resolve), last(reject));
      } catch (error) {
        last(reject)(error);
      }
    });
  };
}
