import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

/** Requests that allow one retry, so retries add at most a tenth to the load. */
const requestsPerRetry = 10;
/** Older requests are not recent. */
const maxRequests = 1_000;
/** Retries that are allowed without requests, so that a quiet gateway retries too. */
const reserve = 10;
const reserveEveryMs = 1_000;

/**
 * Limits the retries of all tools together to a share of the recent requests. Without it an outage
 * would get three times the load.
 */
export class RetryBudget {
  readonly #clock: Clock;
  #requests = 0;
  #reserve = reserve;
  #filledAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#filledAt = clock.monotonic();
  }

  /** Counts a first attempt. Reads no clock: it is part of every call. */
  requested(): void {
    if (this.#requests < maxRequests) this.#requests += 1;
  }

  /** Takes one retry, if there is one left. */
  take(): boolean {
    if (this.#requests >= requestsPerRetry) {
      this.#requests -= requestsPerRetry;
      return true;
    }
    const now = this.#clock.monotonic();
    const filled = this.#reserve + (now - this.#filledAt) / reserveEveryMs;
    this.#reserve = Math.min(reserve, filled);
    this.#filledAt = now;
    if (this.#reserve < 1) return false;
    this.#reserve -= 1;
    return true;
  }
}
