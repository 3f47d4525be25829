import { LRUCache } from "lru-cache";
import { Refusal } from "../../errors/refusal.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { ResolvedCall } from "../call.ts";
import type { Stages } from "../pipeline.ts";

export interface StepOptions {
  readonly clock: Clock;
  /** How long a query is remembered. */
  readonly rememberedForMs?: number;
  /** How many queries are remembered at most; past that the oldest is forgotten. */
  readonly mostQueries?: number;
}

interface Query {
  readonly endsAt: number;
  /** The tool that asked for something and has not had its answers, if one did. */
  readonly askedBy?: string;
  /** The tool whose call waits for somebody's yes, if one does. */
  readonly waiting?: string;
}

/**
 * Lets a query have one call, where the caller says which query a call serves. A tool that asks for
 * something first has not answered yet: the call that brings the answers is the same call, once for
 * every time the tool asks. A call that waits for a yes may be made again, for it has not run. A query that nobody here has heard of may come with answers, because
 * another gateway may have passed on the question.
 */
export function createStep({
  clock,
  rememberedForMs = 3_600_000,
  mostQueries = 10_000,
}: StepOptions): Stages["step"] {
  const seen = new LRUCache<string, Query>({ max: mostQueries });

  return {
    taken: (call) => {
      const key = keyOf(call);
      if (key === undefined) return;
      const now = clock.monotonic();
      const query = seen.get(key);
      if (query !== undefined && query.endsAt > now && !resumes(call, query)) {
        throw new Refusal("step-limit", { tool: call.registered.publicName });
      }
      seen.set(key, { endsAt: now + rememberedForMs });
    },
    asked: (call) => {
      const key = keyOf(call);
      if (key === undefined) return;
      const endsAt = clock.monotonic() + rememberedForMs;
      seen.set(key, { endsAt, askedBy: call.registered.publicName });
    },
    waits: (call) => {
      const key = keyOf(call);
      if (key === undefined) return;
      const endsAt = clock.monotonic() + rememberedForMs;
      seen.set(key, { endsAt, waiting: call.registered.publicName });
    },
  };
}

function resumes({ resumption, registered }: ResolvedCall, query: Query): boolean {
  const { publicName: tool } = registered;
  return query.waiting === tool || (resumption !== undefined && query.askedBy === tool);
}

// With the principal, for nobody may use up the call of somebody else's query.
function keyOf({ queryId, principal }: ResolvedCall): string | undefined {
  return queryId === undefined ? undefined : JSON.stringify([principal.id, queryId]);
}
