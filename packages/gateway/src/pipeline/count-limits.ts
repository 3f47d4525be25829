import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { LocalQueries, type Queries } from "./limits/queries.ts";
import { LocalRate, type Rate } from "./limits/rate.ts";
import type { Stages } from "./pipeline.ts";
import { createLimitRate, createPeekRate } from "./stages/limit-rate.ts";
import { createQueryBudget } from "./stages/query-budget.ts";

export const maxRateKeys = 10_000;

interface CountingDeps {
  readonly clock: Clock;
  readonly queries?: Queries | undefined;
  readonly rate?: Rate | undefined;
}

/** Returns the stages that count: over all processes that share a store, or in this one. */
export function countingBy({
  clock,
  queries = new LocalQueries(clock),
  rate = new LocalRate(clock, maxRateKeys),
}: CountingDeps): Pick<Stages, "queryBudget" | "limitRate"> & {
  readonly peekRate: ReturnType<typeof createPeekRate>;
} {
  return {
    queryBudget: createQueryBudget(queries),
    limitRate: createLimitRate(rate),
    peekRate: createPeekRate(rate),
  };
}
