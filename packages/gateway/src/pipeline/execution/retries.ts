import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import { isRepeatable } from "../category-defaults.ts";
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

export interface RetryOptions extends Pick<Runtime, "clock"> {
  /** Receives every attempt that is retried. Default: not logged. */
  readonly onRetry?: ((call: ApprovedCall, failed: FailedAttempt) => void) | undefined;
}

interface Attempts {
  /** The number of retries so far. */
  readonly retry: number;
  readonly endsAt: number;
}

/** Decides whether a call is retried: if its contract allows it, while there is time and budget. */
export class Retries {
  readonly #options: RetryOptions;
  readonly #budget: RetryBudget;

  constructor(options: RetryOptions) {
    this.#options = options;
    this.#budget = new RetryBudget(options.clock);
  }

  /** Counts a first attempt. */
  requested(): void {
    this.#budget.requested();
  }

  /** Returns the delay before the next attempt. Undefined if there is none. */
  pauseAfter(error: unknown, call: ApprovedCall, { retry, endsAt }: Attempts): number | undefined {
    const { clock, onRetry } = this.#options;
    const fault = passingIn(error);
    if (fault === undefined || retry >= retriesOf(call)) return undefined;
    const waitMs = pauseFor(fault, retry);
    if (clock.monotonic() + waitMs >= endsAt || !this.#budget.take()) return undefined;
    onRetry?.(call, { attempt: retry + 1, fault, waitMs });
    return waitMs;
  }
}

function retriesOf({ registered, grant: { caps } }: ApprovedCall): number {
  if (!isRepeatable(registered.contract)) return 0;
  return caps?.retries === undefined ? maxRetries : Math.min(maxRetries, caps.retries.max);
}

/** Returns undefined if a retry is pointless. */
function passingIn(error: unknown): UpstreamFault | undefined {
  return error instanceof UpstreamError && isPassing(error.fault) ? error.fault : undefined;
}

/** Honors a server's Retry-After. */
function pauseFor(fault: UpstreamFault, retry: number): number {
  const asked = fault.kind === "http" ? (fault.retryAfterMs ?? 0) : 0;
  return Math.max(asked, firstPauseMs * 2 ** retry);
}
