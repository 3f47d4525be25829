import { LRUCache } from "lru-cache";
import { Refusal } from "../../errors/refusal.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Stages } from "../pipeline.ts";

export interface StepOptions {
  readonly clock: Clock;
  /** How long a query is remembered. */
  readonly rememberedForMs?: number;
  /** How many queries are remembered at most; past that the oldest is forgotten. */
  readonly mostQueries?: number;
}

/** Lets a query have one call, where the caller says which query a call serves. */
export function createStep({
  clock,
  rememberedForMs = 3_600_000,
  mostQueries = 10_000,
}: StepOptions): Stages["step"] {
  /** Query → when it is forgotten. */
  const seen = new LRUCache<string, number>({ max: mostQueries });

  return ({ queryId, principal, registered }) => {
    if (queryId === undefined) return;
    // With the principal, for nobody may use up the call of somebody else's query.
    const key = JSON.stringify([principal.id, queryId]);
    const now = clock.monotonic();
    if ((seen.get(key) ?? 0) > now) {
      throw new Refusal("step-limit", { tool: registered.publicName });
    }
    seen.set(key, now + rememberedForMs);
  };
}
