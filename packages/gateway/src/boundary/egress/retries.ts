import type { CallIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";

export interface RetryPolicy {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** Maximum wait before a retry. If the target asks for more, there is no retry. */
  readonly maxWaitMs: number;
  /** Retry budget for all requests to one target within `perMs`. */
  readonly budget: { readonly retries: number; readonly perMs: number };
}

/** An upcoming retry of a request. */
export interface Repetition {
  /** The origin. */
  readonly target: string;
  /** Number of the failed attempt, from 1. */
  readonly attempt: number;
  readonly kind: FailureKind;
  readonly waitMs: number;
  /** Correlation ids of the call. */
  readonly ids?: CallIds;
}

export interface RetryDeps extends Pick<Runtime, "clock" | "random"> {
  readonly policy: RetryPolicy;
  /** Called before every retry. Default: none. */
  readonly repeated?: ((repetition: Repetition) => void) | undefined;
}

/** A unit of work that may be retried. */
export interface Repeatable<T> {
  readonly work: (attempt: number) => Promise<T>;
  /** The target whose budget it uses. */
  readonly target: string;
  readonly ids?: CallIds | undefined;
  /** Whether the work is idempotent. */
  readonly isRepeatable: boolean;
  /** Default: those of the policy. */
  readonly maxRetries?: number | undefined;
  readonly signal: AbortSignal;
}

interface Failed extends Pick<Repeatable<unknown>, "target" | "maxRetries"> {
  readonly attempt: number;
}

export type Retries = <T>(repeatable: Repeatable<T>) => Promise<T>;

const passing = new Set<FailureKind>(["throttled", "failed", "unreachable", "cut-short"]);

const firstWaitMs = 200;

/**
 * Retries work while a retry can help and budget remains. The budget protects a target that is
 * down.
 */
export function createRetries(deps: RetryDeps): Retries {
  const { policy, clock, random, repeated } = deps;
  const budgets = new Budgets(policy.budget, clock);

  const waitAfter = (
    failure: EgressFailure,
    { attempt, target, maxRetries = Infinity }: Failed,
  ): number | undefined => {
    if (!mayPass(failure) || attempt >= policy.attempts || attempt > maxRetries) return undefined;
    const backoff = Math.min(policy.maxWaitMs, firstWaitMs * 2 ** (attempt - 1));
    const asked = failure.details.retryAfterMs ?? 0;
    const wait = Math.max(asked, Math.ceil(backoff * (0.5 + random() / 2)));
    return wait <= policy.maxWaitMs && budgets.take(target) ? wait : undefined;
  };

  return async ({ work, target, ids, isRepeatable, maxRetries, signal }) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(attempt);
      } catch (error) {
        signal.throwIfAborted();
        if (!isRepeatable || !(error instanceof EgressFailure)) throw error;
        const waitMs = waitAfter(error, { attempt, target, maxRetries });
        if (waitMs === undefined) throw error;
        const { kind } = error;
        repeated?.({ target, attempt, kind, waitMs, ...(ids !== undefined && { ids }) });
        await clock.sleep(waitMs, signal);
      }
    }
  };
}

/** Never retries refused credentials, for any code: repeated attempts can lock accounts. */
function mayPass({ kind, details: { status } }: EgressFailure): boolean {
  return passing.has(kind) && status !== 401 && status !== 403;
}

const maxTargets = 1_000;

/** Keeps one budget per target, so a failing target does not exhaust the others' budget. */
class Budgets {
  readonly #policy: RetryPolicy["budget"];
  readonly #clock: Clock;
  readonly #budgets = new Map<string, { left: number; at: number }>();

  constructor(policy: RetryPolicy["budget"], clock: Clock) {
    this.#policy = policy;
    this.#clock = clock;
  }

  take(target: string): boolean {
    const { retries, perMs } = this.#policy;
    const now = this.#clock.monotonic();
    const budget = this.#budgets.get(target) ?? this.#start(target, now);
    // Refills linearly, so a bad minute does not use up the next.
    budget.left = Math.min(retries, budget.left + ((now - budget.at) * retries) / perMs);
    budget.at = now;
    if (budget.left < 1) return false;
    budget.left -= 1;
    return true;
  }

  #start(target: string, now: number): { left: number; at: number } {
    // Callers may choose the targets, so their number is bounded. An evicted target starts with a
    // full budget.
    const [oldest] = this.#budgets.size < maxTargets ? [] : this.#budgets.keys();
    if (oldest !== undefined) this.#budgets.delete(oldest);
    const fresh = { left: this.#policy.retries, at: now };
    this.#budgets.set(target, fresh);
    return fresh;
  }
}
