import type { Clock } from "../foundation/kernel/clock.ts";
import { createLocalRate } from "../pipeline/limits/local-rate.ts";
import type { RateLimit, Take } from "../pipeline/limits/rate.ts";
import type { SharedRate } from "../pipeline/limits/shared-rate.ts";

export interface Counting {
  readonly clock: Clock;
  /** Undefined where nobody else counts along. */
  readonly rate: SharedRate | undefined;
}

/** Past that the principal that was counted first is forgotten. */
const mostPrincipals = 10_000;

/** Counts requests over all gateways where they share what counts, and here where not. */
export function takeRequestsOf(
  limit: RateLimit,
  { clock, rate }: Counting,
): (key: string) => Take | Promise<Take> {
  const counted = rate ?? createLocalRate(clock, mostPrincipals);
  return (key) => counted.take(key, limit);
}
