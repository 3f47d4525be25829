import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { createLocalRate } from "../pipeline/limits/local-rate.ts";
import type { RateLimit, Take } from "../pipeline/limits/rate.ts";
import type { SharedRate } from "../pipeline/limits/shared-rate.ts";

export interface Counting {
  readonly clock: Clock;
  /** Undefined if this gateway counts alone. */
  readonly rate: SharedRate | undefined;
}

/** Above this limit the oldest principal is dropped. */
const mostPrincipals = 10_000;

/** Counts requests across all gateways if they share a counter, otherwise locally. */
export function takeRequestsOf(
  limit: RateLimit,
  { clock, rate }: Counting,
): (key: string) => Take | Promise<Take> {
  const counted = rate ?? createLocalRate(clock, mostPrincipals);
  return (key) => counted.take(key, limit);
}
