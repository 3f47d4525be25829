import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import { isRepeatable } from "../category-defaults.ts";
import type { Bounds, Execute } from "./execute.ts";
import { isPassing } from "./faults.ts";
import { RetryBudget } from "./retry-budget.ts";

/** Unless the policy allows fewer. */
export const maxRetries = 2;
const firstPauseMs = 100;

/** A failed attempt, and the delay before the next one. */
export interface FailedAttempt {
  /** Counted from 1. */
  readonly attempt: number;
  readonly fault: UpstreamFault;
  readonly waitMs: number;
}

export type Repeated = (call: ApprovedCall, failed: FailedAttempt) => void;

/** Retries a call if its contract allows it, while there is time and budget. */
export function withRetry(execute: Execute, clock: Clock, repeated?: Repeated): Execute {
  const budget = new RetryBudget(clock);
  return (call, bounds) => {
    budget.requested();
    const sent = execute(call, bounds);
    return isRepeatable(call.registered.contract)
      ? sent.catch((error) => retry(error, call, bounds))
      : sent;
  };

  async function retry(first: unknown, call: ApprovedCall, bounds: Bounds): Promise<unknown> {
    let error = first;
    const most = retriesOf(call);
    for (let retries = 0; retries < most; retries += 1) {
      const fault = passingIn(error);
      if (fault === undefined) break;
      const waitMs = pauseAfter(fault, retries);
      if (clock.monotonic() + waitMs >= bounds.endsAt || !budget.take()) break;
      repeated?.(call, { attempt: retries + 1, fault, waitMs });
      await pause(waitMs, call, bounds);
      try {
        return await execute(call, bounds);
      } catch (again) {
        error = again;
      }
    }
    throw error;
  }

  async function pause(ms: number, call: ApprovedCall, { signal }: Bounds): Promise<void> {
    try {
      await clock.sleep(ms, signal);
    } catch (cause) {
      const tool = call.registered.publicName;
      throw new Refusal("cancelled", { tool, mayHaveActed: false }, { cause });
    }
  }
}

function retriesOf({ grant: { caps } }: ApprovedCall): number {
  return caps?.retries === undefined ? maxRetries : Math.min(maxRetries, caps.retries.max);
}

/** Returns undefined if a retry is pointless. */
function passingIn(error: unknown): UpstreamFault | undefined {
  return error instanceof UpstreamError && isPassing(error.fault) ? error.fault : undefined;
}

/** Honors a server's Retry-After. */
function pauseAfter(fault: UpstreamFault, retries: number): number {
  const asked = fault.kind === "http" ? (fault.retryAfterMs ?? 0) : 0;
  return Math.max(asked, firstPauseMs * 2 ** retries);
}
