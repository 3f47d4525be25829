import type { CallIds } from "../../foundation/kernel/call-ids.ts";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";

export interface RetryPolicy {
  /** How often one request is sent at most, the first time included. */
  readonly attempts: number;
  /** How long it waits at most before it is sent again. A target that asks for more is not asked again. */
  readonly maxWaitMs: number;
  /** How many repetitions all requests to one target together have within `perMs`. */
  readonly budget: { readonly retries: number; readonly perMs: number };
}

/** A request that will be sent again. */
export interface Repetition {
  /** The origin. */
  readonly target: string;
  /** Which attempt failed, counted from 1. */
  readonly attempt: number;
  readonly kind: FailureKind;
  readonly waitMs: number;
  /** What the call that the request is for is followed by. */
  readonly ids?: CallIds;
}

export interface RetryDependencies {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Hears of every repetition before it is made. */
  readonly repeated?: ((repetition: Repetition) => void) | undefined;
}

/** One piece of work that may be done again. */
export interface Repeatable<T> {
  readonly work: (attempt: number) => Promise<T>;
  /** Whose budget it is taken from. */
  readonly target: string;
  readonly ids?: CallIds | undefined;
  /** Whether doing it twice is as good as doing it once. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal;
}

export type Retries = <T>(repeatable: Repeatable<T>) => Promise<T>;

const passing = new Set<FailureKind>(["throttled", "failed", "unreachable", "cut-short"]);

const firstWaitMs = 200;

/** Does work again while there is hope and budget. The budget keeps a target that is down from being hammered. */
export function createRetries(dependencies: RetryDependencies): Retries {
  const { policy, clock, random, repeated } = dependencies;
  const budgets = createBudgets(policy.budget, clock);

  const waitAfter = (
    failure: EgressFailure,
    { attempt, target }: { readonly attempt: number; readonly target: string },
  ): number | undefined => {
    if (!mayPass(failure) || attempt >= policy.attempts) return undefined;
    const backoff = Math.min(policy.maxWaitMs, firstWaitMs * 2 ** (attempt - 1));
    const asked = failure.details.retryAfterMs ?? 0;
    const wait = Math.max(asked, Math.ceil(backoff * (0.5 + random() / 2)));
    return wait <= policy.maxWaitMs && budgets.take(target) ? wait : undefined;
  };

  return async ({ work, target, ids, isRepeatable, signal }) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(attempt);
      } catch (error) {
        signal.throwIfAborted();
        if (!isRepeatable || !(error instanceof EgressFailure)) throw error;
        const waitMs = waitAfter(error, { attempt, target });
        if (waitMs === undefined) throw error;
        const { kind } = error;
        repeated?.({ target, attempt, kind, waitMs, ...(ids !== undefined && { ids }) });
        await clock.sleep(waitMs, signal);
      }
    }
  };
}

/** Credentials that were refused are refused again, and repeating them locks accounts, whatever the code says. */
function mayPass({ kind, details: { status } }: EgressFailure): boolean {
  return passing.has(kind) && status !== 401 && status !== 403;
}

interface Budgets {
  readonly take: (target: string) => boolean;
}

const mostTargets = 1_000;

/** One for each target, so that one that fails does not use up what others need. */
function createBudgets({ retries, perMs }: RetryPolicy["budget"], clock: Clock): Budgets {
  const budgets = new Map<string, { left: number; at: number }>();

  const budgetOf = (target: string, now: number): { left: number; at: number } => {
    const known = budgets.get(target);
    if (known !== undefined) return known;
    // Which targets there are may be for anybody to say. Whoever is forgotten begins with a full budget.
    const [oldest] = budgets.size < mostTargets ? [] : budgets.keys();
    if (oldest !== undefined) budgets.delete(oldest);
    const fresh = { left: retries, at: now };
    budgets.set(target, fresh);
    return fresh;
  };

  return {
    take: (target) => {
      const now = clock.monotonic();
      const budget = budgetOf(target, now);
      // Grows back evenly, so that a bad minute does not use up the next.
      budget.left = Math.min(retries, budget.left + ((now - budget.at) * retries) / perMs);
      budget.at = now;
      if (budget.left < 1) return false;
      budget.left -= 1;
      return true;
    },
  };
}
