import type { Clock } from "../kernel/clock.ts";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";

export interface RetryPolicy {
  /** How often one request is sent at most, the first time included. */
  readonly attempts: number;
  /** How long it waits at most before it is sent again. A target that asks for more is not asked again. */
  readonly maxWaitMs: number;
  /** How many repetitions all requests together have within `perMs`. */
  readonly budget: { readonly retries: number; readonly perMs: number };
}

export interface RetryDependencies {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** One piece of work that may be done again. */
export interface Repeatable<T> {
  readonly work: (attempt: number) => Promise<T>;
  /** Whether doing it twice is as good as doing it once. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal;
}

export type Retries = <T>(repeatable: Repeatable<T>) => Promise<T>;

const passing = new Set<FailureKind>(["throttled", "failed", "unreachable", "cut-short"]);

const firstWaitMs = 200;

/** Does work again while there is hope and budget. The budget keeps a target that is down from being hammered. */
export function createRetries({ policy, clock, random }: RetryDependencies): Retries {
  const budget = createBudget(policy.budget, clock);

  const waitAfter = (failure: EgressFailure, attempt: number): number | undefined => {
    if (!mayPass(failure) || attempt >= policy.attempts) return undefined;
    const backoff = Math.min(policy.maxWaitMs, firstWaitMs * 2 ** (attempt - 1));
    const asked = failure.details.retryAfterMs ?? 0;
    const wait = Math.max(asked, Math.ceil(backoff * (0.5 + random() / 2)));
    return wait <= policy.maxWaitMs && budget.take() ? wait : undefined;
  };

  return async ({ work, isRepeatable, signal }) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(attempt);
      } catch (error) {
        signal.throwIfAborted();
        if (!isRepeatable || !(error instanceof EgressFailure)) throw error;
        const wait = waitAfter(error, attempt);
        if (wait === undefined) throw error;
        await clock.sleep(wait, signal);
      }
    }
  };
}

/** Credentials that were refused are refused again, and repeating them locks accounts, whatever the code says. */
function mayPass({ kind, details: { status } }: EgressFailure): boolean {
  return passing.has(kind) && status !== 401 && status !== 403;
}

interface Budget {
  readonly take: () => boolean;
}

/** Grows back evenly, so that a bad minute does not use up the next. */
function createBudget({ retries, perMs }: RetryPolicy["budget"], clock: Clock): Budget {
  let left = retries;
  let at = clock.monotonic();
  return {
    take: () => {
      const now = clock.monotonic();
      left = Math.min(retries, left + ((now - at) * retries) / perMs);
      at = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
